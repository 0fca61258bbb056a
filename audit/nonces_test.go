package audit

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// Pointers show no nonce that the check knows, in whatever case, and neither do
// errors.
func TestPointersShowNoNonce(t *testing.T) {
	n := fence.SeededNonce([]byte("pointers"))
	code := n.Reveal()
	c := Checker{Prompt: []byte("Read.\n<untrusted-data-" + code + "-1 kind=items>\nx\n</untrusted-data-" + code + "-1>\n")}
	ready, err := c.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	for _, spelled := range []string{code, strings.ToUpper(code)} {
		for _, c := range []Checker{c, ready} {
			list, err := c.Check(Response, "", []byte(`{"arguments":{"`+spelled+`":"a\u202e"}}`))
			if err != nil || len(list) == 0 {
				t.Fatalf("%v %v", list, err)
			}
			for _, f := range list {
				if strings.Contains(strings.ToLower(f.Pointer), code) || !strings.HasSuffix(f.Pointer, maskedNonce) {
					t.Errorf("%s: %s", f.Rule, f.Pointer)
				}
			}
			_, err = c.Check(Response, "", []byte(`{"arguments":{"`+spelled+`":1,"`+spelled+`":2}}`))
			if err != nil && strings.Contains(strings.ToLower(err.Error()), code) {
				t.Errorf("the error shows it: %v", err)
			}
		}
	}
	for _, body := range []string{string(c.Prompt), "A copy: <untrusted-data-" + code + "-7>"} {
		if got := (Checker{}).Nonces([]byte(body)); len(got) != 1 || got[0] != n {
			t.Errorf("%q: %v", body, got)
		}
	}
	if got := c.Nonces(nil); len(got) != 1 || got[0] != n {
		t.Errorf("of the prompt of the checker: %v", got)
	}
}

// A long name above many findings is not kept for each of them, and what is printed
// of the pointers is as it was.
func TestLongPointersAreCut(t *testing.T) {
	name := strings.Repeat("k", 900<<10)
	body := `{"version":"0.2","untrusted":{"` + name + `":{"text":"` + strings.Repeat(`x\u202e \u0007 \ue000 `, 40) + `"}}}`
	c := Checker{}
	c.Limits.Bytes = 4 << 20
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	list, err := c.Check(Tools, "", []byte(`{"tools":[{"name":"a","inputSchema":`+body+`}]}`))
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil || len(list) < 2*MaxPerRule {
		t.Fatalf("%d findings, %v", len(list), err)
	}
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 4<<20 {
		t.Errorf("%d bytes are kept of %d findings", kept, len(list))
	}
	whole := "/tools/0/inputSchema/untrusted/" + name + "/text"
	for _, f := range list {
		if len(f.Pointer) > 2*maxKeptPointer {
			t.Fatalf("%s: a pointer of %d bytes", f.Rule, len(f.Pointer))
		}
		if f.Pointer != "" && strings.HasSuffix(f.Pointer, "/text") && ringfence.PrintablePointer(f.Pointer) != ringfence.PrintablePointer(whole) {
			t.Fatalf("%s", ringfence.PrintablePointer(f.Pointer))
		}
	}
	runtime.KeepAlive(body)
}

// Whatever spelling of a nonce can be masked is looked at.
func TestSpelledNoncesAreLookedAt(t *testing.T) {
	n := fence.SeededNonce([]byte("spelled"))
	code := n.Reveal()
	wide := strings.Map(func(r rune) rune { return r - '!' + '\uFF01' }, code)
	for _, p := range []string{
		"/a/" + code, "/" + strings.ToUpper(code) + "/b", "/" + wide, "/x" + code[:5] + "\u200b" + code[5:],
		"/" + code[:5] + "\r\n" + code[5:], "/x" + code + "x", "/~1" + code, "/messages/0/text", "/" + code[:5] + "-" + code[5:],
	} {
		if maskNonces(p, []fence.Nonce{n}) != p && !longWord(p) {
			t.Errorf("%q is passed over", p)
		}
	}
	if longWord("/messages/12/content/3/text") {
		t.Error("an ordinary pointer is searched")
	}
}
