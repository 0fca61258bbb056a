package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

var secret = []byte("an application secret of some length")

func mustStore(t testing.TB, u *UI) []byte {
	t.Helper()
	b, err := u.Stored(secret)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestStoredRoundTrip(t *testing.T) {
	for _, body := range []string{
		turn, `{"ui":{}}`, `{"ui":{"viewport":"mobile"}}`, windowsBody(`{"id":"a","title":""}`),
		windowsBody(`{"id":"\u0000\"\\</script>😀","title":"\ud83d x"}`, `{"id":"b","isFocused":true}`),
		windowsBody(`{"id":"w1","withheld":true}`, `{"id":"w2","withheld":true}`, `{"id":"W1 ","withheld":true}`),
	} {
		u := mustAsk(t, body).UI
		b := mustStore(t, u)
		got, err := ParseStored(b, secret)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if diff := diffUI(u, got); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
		if again := mustStore(t, got); !bytes.Equal(b, again) {
			t.Errorf("stored again:\n%s\n%s", b, again)
		}
		for _, id := range []string{"bill:4471", "w1", "W2", " w1", "a", "b"} {
			w := Window{ID: ringfence.NewData(id)}
			if u.Withholds(w) != got.Withholds(w) {
				t.Errorf("%s: withholding of %q was lost", body, id)
			}
		}
		if ShapeOf(b) != ShapeStored {
			t.Errorf("%s has shape %v", b, ShapeOf(b))
		}
	}
}

func TestStoredHoldsNothingWithheld(t *testing.T) {
	b := mustStore(t, mustAsk(t, windowsBody(`{"id":"a"}`, `{"id":"zebra-1","title":"zebra-2","withheld":true}`)).UI)
	if bytes.Contains(b, []byte("zebra")) {
		t.Errorf("stored %s", b)
	}
	other, err := mustAsk(t, windowsBody(`{"id":"a"}`, `{"id":"zebra-1","withheld":true}`)).UI.Stored([]byte("another secret of the application"))
	if err != nil {
		t.Fatal(err)
	}
	hash := func(b []byte) string {
		var s struct{ Withheld []string }
		if err := json.Unmarshal(b, &s); err != nil || len(s.Withheld) != 1 {
			t.Fatalf("%s: %v", b, err)
		}
		return s.Withheld[0]
	}
	if hash(b) == hash(other) {
		t.Error("the hash does not depend on the secret")
	}
}

// Where a withheld window stood, how often and in which letters cannot be read.
func TestStoredDoesNotTellOrder(t *testing.T) {
	w := []string{`{"id":"p","withheld":true}`, `{"id":"q","withheld":true}`, `{"id":"r","withheld":true}`}
	a := mustStore(t, mustAsk(t, windowsBody(w[0], `{"id":"s"}`, w[1], w[2])).UI)
	b := mustStore(t, mustAsk(t, windowsBody(w[2], w[1], `{"id":"s"}`, w[0], `{"id":"P","withheld":null}`)).UI)
	if !bytes.Equal(a, b) {
		t.Errorf("stored states differ:\n%s\n%s", a, b)
	}
}

// A database may order members in its own way and space them.
func TestStoredSurvivesReformatting(t *testing.T) {
	u := mustAsk(t, turn).UI
	var v any
	if err := json.Unmarshal(mustStore(t, u), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseStored(b, secret)
	if err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	if diff := diffUI(u, got); diff != "" {
		t.Error(diff)
	}
}

// Changing any byte of a stored state is found, or changes nothing.
func TestStoredTamper(t *testing.T) {
	u := mustAsk(t, turn).UI
	good := mustStore(t, u)
	for i := range good {
		for _, c := range []byte{'0', 'z', '"', ' ', good[i] ^ 1, good[i] ^ 0x20} {
			bad := bytes.Clone(good)
			bad[i] = c
			got, err := ParseStored(bad, secret)
			if err == nil {
				if diff := diffUI(u, got); diff != "" || !got.Withholds(Window{ID: ringfence.NewData("bill:4471")}) {
					t.Fatalf("%s was accepted and differs", bad)
				}
				continue
			}
			var e *ringfence.Error
			if !errors.As(err, &e) || got != nil {
				t.Fatalf("%s: %v, %v", bad, got, err)
			}
		}
	}
	for _, bad := range []string{
		strings.Replace(string(good), "Blue Hoodie", "Red Hoodie", 1),
		strings.Replace(string(good), `"focused":true`, `"focused":false`, 1),
		strings.Replace(string(good), `"desktop"`, `"mobile"`, 1),
		strings.Replace(string(good), `{"id":"crm:list"}`, `{"id":"crm:list","title":"x"}`, 1),
		strings.Replace(string(good), `"windows":[`, `"windows":[{"id":"new"},`, 1),
		removeWithheld(string(good)),
	} {
		if bad == string(good) {
			t.Fatal("nothing was changed")
		}
		_, err := ParseStored([]byte(bad), secret)
		wantError(t, err, bad, CodeTampered, "", "")
	}
	_, err := ParseStored(good, []byte("another secret of the application"))
	wantError(t, err, string(good), CodeTampered, "", "")
}

// removeWithheld makes the withheld list empty.
func removeWithheld(s string) string {
	i := strings.Index(s, `"withheld":[`) + len(`"withheld":[`)
	return s[:i] + s[i+strings.IndexByte(s[i:], ']'):]
}

func TestStoredErrors(t *testing.T) {
	h := strings.Repeat("0", 64)
	for _, tc := range []struct {
		body, pointer string
		code          ringfence.Code
	}{
		{`{}`, "", CodeShape},
		{`[]`, "", CodeShape},
		{`{"ui":{}}`, "", CodeShape},
		{`{"ringfenceStored":2}`, "/ringfenceStored", CodeStoredVersion},
		{`{"ringfenceStored":"1"}`, "/ringfenceStored", CodeStoredVersion},
		{`{"ringfenceStored":1.0}`, "/ringfenceStored", CodeStoredVersion},
		{`{"ringfenceStored":null}`, "/ringfenceStored", CodeStoredVersion},
		{`{"ringfenceStored":1}`, "", CodeMissing},
		{`{"ringfenceStored":1,"windows":[],"mac":"` + h + `"}`, "", CodeMissing},
		{`{"ringfenceStored":1,"withheld":[],"mac":"` + h + `"}`, "", CodeMissing},
		{`{"ringfenceStored":1,"windows":[],"withheld":[]}`, "", CodeMissing},
		{`{"ringfenceStored":1,"windows":[],"withheld":[],"mac":"` + h + `"}`, "", CodeTampered},
		{`{"ringfenceStored":1,"extra":1}`, "/extra", CodeTampered},
		{`{"ringfenceStored":1,"windows":[{"id":"a","x":1}]}`, "/windows/0/x", CodeTampered},
		{`{"ringfenceStored":1,"windows":[{"title":"a"}]}`, "/windows/0", CodeMissing},
		{`{"ringfenceStored":1,"windows":[{"id":1}]}`, "/windows/0/id", CodeType},
		{`{"ringfenceStored":1,"windows":[{"id":"a","focused":1}]}`, "/windows/0/focused", CodeType},
		{`{"ringfenceStored":1,"windows":{}}`, "/windows", CodeType},
		{`{"ringfenceStored":1,"withheld":[1]}`, "/withheld/0", CodeType},
		{`{"ringfenceStored":1,"withheld":["00"]}`, "/withheld/0", CodeValue},
		{`{"ringfenceStored":1,"withheld":["` + h[:63] + `g"]}`, "/withheld/0", CodeValue},
		{`{"ringfenceStored":1,"mac":"` + h + `0"}`, "/mac", CodeValue},
		{`{"ringfenceStored":1,"viewport":"tv"}`, "/viewport", CodeValue},
		{`{"ringfenceStored":1,"audience":3}`, "/audience", CodeType},
	} {
		u, err := ParseStored([]byte(tc.body), secret)
		wantError(t, err, tc.body, tc.code, tc.pointer, "")
		if u != nil {
			t.Errorf("%s: a ui beside an error", tc.body)
		}
	}
}

func TestStoredSecrets(t *testing.T) {
	u := mustAsk(t, turn).UI
	for _, s := range [][]byte{nil, {}, []byte("short"), secret[:MinSecret-1]} {
		if b, err := u.Stored(s); !errors.Is(err, &ringfence.Error{Code: CodeSecret}) || b != nil {
			t.Errorf("stored with a secret of %d bytes: %s %v", len(s), b, err)
		}
		if _, err := ParseStored(mustStore(t, u), s); !errors.Is(err, &ringfence.Error{Code: CodeSecret}) {
			t.Errorf("read with a secret of %d bytes: %v", len(s), err)
		}
	}
	least := secret[:MinSecret]
	if b, err := u.Stored(least); err != nil {
		t.Errorf("a secret of the least length: %v", err)
	} else if _, err := ParseStored(b, least); err != nil {
		t.Errorf("read with the least length: %v", err)
	}
	read, err := ParseStored(mustStore(t, u), secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Stored([]byte("another secret of the application")); !errors.Is(err, &ringfence.Error{Code: CodeSecret}) {
		t.Errorf("hashes moved to another secret: %v", err)
	}
	var none *UI
	if _, err := none.Stored(secret); !errors.Is(err, &ringfence.Error{Code: CodeMissing}) {
		t.Errorf("a nil ui was stored: %v", err)
	}
}

// The caller may reuse the secret's bytes.
func TestStoredKeepsItsSecret(t *testing.T) {
	key := bytes.Clone(secret)
	u, err := ParseStored(mustStore(t, mustAsk(t, turn).UI), key)
	if err != nil {
		t.Fatal(err)
	}
	clear(key)
	if !u.Withholds(Window{ID: ringfence.NewData("bill:4471")}) {
		t.Error("the state depends on the caller's bytes")
	}
}

// A state that contradicts itself is refused even when it is signed.
func TestStoredContradictions(t *testing.T) {
	h := withheldKey("a").Hash(secret)
	hidden := fmt.Sprintf(`"%x"`, h[:])
	for content, pointer := range map[string]string{
		`{"ringfenceStored":1,"windows":[{"id":"a","focused":true},{"id":"b","focused":true}],"withheld":[]`: "/windows/1",
		`{"ringfenceStored":1,"windows":[{"id":" "}],"withheld":[]`:                                          "/windows/0",
		`{"ringfenceStored":1,"windows":[{"id":"b"},{"id":"A"}],"withheld":[` + hidden + `]`:                 "/windows/1",
	} {
		body := fmt.Sprintf(`%s,"mac":"%x"}`, content, storedMAC([]byte(content), secret))
		u, err := ParseStored([]byte(body), secret)
		wantError(t, err, body, CodeTampered, pointer, "")
		if u != nil {
			t.Errorf("%s: a ui beside an error", body)
		}
	}
}

// What the fuzz target signs is accepted when it is what Stored writes.
func TestSignedByHand(t *testing.T) {
	content := `{"ringfenceStored":1,"windows":[{"id":"a","title":"T","focused":true}],"withheld":[]`
	body := fmt.Sprintf(`%s,"mac":"%x"}`, content, storedMAC([]byte(content), secret))
	u, err := ParseStored([]byte(body), secret)
	if err != nil {
		t.Fatal(err)
	}
	if got := mustStore(t, u); string(got) != body {
		t.Errorf("stored %s, want %s", got, body)
	}
}
