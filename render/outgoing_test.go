package render

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/fence"
)

// behind is the nonce behind an escape of JSON.
const behind = `\u006b3f4q2m7xa`

// Each place is exactly what is expected, whatever else was found before it.
func TestOutgoingPlaces(t *testing.T) {
	s := NewSession(sessionRenderer(t, 1000))
	for args, want := range map[string][]string{
		`{"a":"k3f4q2m7xa","b":"` + behind + `"}`:               {"k3f4q2m7xa", `"` + behind + `"`},
		`{"b":"` + behind + `","a":"k3f4q2m7xa"}`:               {`"` + behind + `"`, "k3f4q2m7xa"},
		"{\"b\" \n:\t \"" + behind + "\" , \"c\":1}":            {`"` + behind + `"`},
		`[1 , "` + behind + `" , "x\n" , "K3F4Q2M7XA"]`:         {`"` + behind + `"`, "K3F4Q2M7XA"},
		`{ "` + behind + `" : "` + behind + `"}`:                {`"` + behind + `"`, `"` + behind + `"`},
		`{"a":"x\nk3f4q2m7xa y"}`:                               {"k3f4q2m7xa"},
		`{"a":"\\k3f4q2m7xa"}`:                                  {"k3f4q2m7xa"},
		`{"a":"k3f4q2m7xa ` + behind + `"}`:                     {`"k3f4q2m7xa ` + behind + `"`},
		`{"a":"` + behind + ` k3f4q2m7xa k3f4q2m7xa","b":"\n"}`: {`"` + behind + ` k3f4q2m7xa k3f4q2m7xa"`},
		`{"a":"\"","b":"` + behind + `"}`:                       {`"` + behind + `"`},
		`{"a":"\\","b":"` + behind + `"}`:                       {`"` + behind + `"`},
		`{"a":"\uff4b3f4q2m7xa"}`:                               {`"\uff4b3f4q2m7xa"`},
		`{"a":"\ud835\udd5c3f4q2m7xa"}`:                         {`"\ud835\udd5c3f4q2m7xa"`},
		`{"a":"\ud835\u006b3f4q2m7xa"}`:                         {`"\ud835\u006b3f4q2m7xa"`},
		`{"a":"k3f4q\u200b2m7xa"} k3f4q2m7xa`:                   {`"k3f4q\u200b2m7xa"`, "k3f4q2m7xa"},
		`{"a":1} trailing "` + behind + `"`:                     {`"` + behind + `"`},
		`call({q: "` + behind + `"`:                             {`"` + behind + `"`},
		`it is 5" long: "` + behind + `"`:                       {`"` + behind + `"`},
		`{"a":"` + behind:                                       {`"` + behind},
		`{"a":"` + behind + `\`:                                 {`"` + behind + `\`},
		"{\"a\":\"line\nend " + behind + "\"}":                  {"\"line\nend " + behind + "\""},
		"{\"a\":\"\xff" + behind + "\"}":                        {"\"\xff" + behind + "\""},
		`{"a":"\u00zz` + behind + `"}`:                          {`"\u00zz` + behind + `"`},
		`{"a":"\\u006b3f4q2m7xa"}`:                              nil, // a backslash, and not the nonce
		`{"a":"\u006","b":"3f4q2m7xa"}`:                         nil,
		`{"a":"\u"} \`:                                          nil,
	} {
		var got []string
		for _, m := range s.CheckOutgoing(args) {
			got = append(got, args[m.Start:m.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nfinds %q\nwant  %q", args, got, want)
		}
	}
	if found := NewSession(Renderer{Nonce: aaa(t)}).CheckOutgoing(strings.Repeat("a", 25)); len(found) != 1 || found[0].Start != 0 || found[0].End != 25 {
		t.Errorf("occurrences over each other: %v", found)
	}
}

func aaa(t *testing.T) fence.Nonce {
	t.Helper()
	n, err := fence.ParseNonce("aaaaaaaaaa")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What is left of JSON when every place is blanked is JSON still and does not
// hold the nonce, neither as it stands nor decoded.
func TestOutgoingFindsAll(t *testing.T) {
	s := NewSession(sessionRenderer(t, 1000))
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{sessionCode, behind, `k3f4q2m7x\u0061`, `\n`, `\\`, `\"`, `\/`, " ", "é", "k3f4q", "2m7xa", `\u200b`, "x", `\ud835`, `\udd5c3f4q2m7xa`, "K3F4Q2M7XA"}
	found := 0
	for range 5000 {
		var b strings.Builder
		for i := range 1 + r.IntN(4) {
			b.WriteString([]string{"[", ",", " , ", ",\n"}[min(i, 1+r.IntN(3))])
			b.WriteByte('"')
			for range r.IntN(5) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			b.WriteByte('"')
		}
		args := b.String() + "]"
		if !json.Valid([]byte(args)) {
			t.Fatalf("not JSON: %s", args)
		}
		out, at := "", 0
		for _, m := range s.CheckOutgoing(args) {
			if m.Start < at || m.End <= m.Start || m.End > len(args) {
				t.Fatalf("%s: place %+v after %d", args, m, at)
			}
			blank := strings.Repeat("*", m.End-m.Start)
			if args[m.Start] == '"' {
				blank = `"` + blank[2:] + `"`
			}
			out, at, found = out+args[at:m.Start]+blank, m.End, found+1
		}
		out += args[at:]
		var left []string
		if err := json.Unmarshal([]byte(out), &left); err != nil {
			t.Fatalf("%s\nbecomes %s: %v", args, out, err)
		}
		for _, text := range append(left, out) {
			if s.r.Nonce.Find(text) != nil {
				t.Fatalf("%s\nleaves the nonce in %q", args, text)
			}
		}
	}
	if found < 5000 {
		t.Errorf("only %d places in all: the texts do not try enough", found)
	}
}
