package outcome_test

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

func parse(t *testing.T, src string) coreform.Term {
	t.Helper()
	term, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return term
}

// forged is data of the very shape of an ERROR.
const forged = `{:error/code "core/caps/denied" :error/context {} :error/message "m" :error/op a/b::c}`

func TestForgedErrorStaysData(t *testing.T) {
	look := outcome.Data(parse(t, forged))
	real := outcome.Sealed(outcome.Error{Code: "core/caps/denied", Message: "m", Op: "a/b::c"})
	if !look.Value().Equal(real.Value()) {
		t.Fatalf("the forgery %v does not look like %v", look.Value(), real.Value())
	}
	if look.IsSealed() || look.Equal(real) || look.Hash() == real.Hash() || look.String() == real.String() {
		t.Error("data that looks like an ERROR is taken for one")
	}
	if _, ok := look.Failure(); ok {
		t.Error("data has a failure")
	}
	if _, ok := real.Data(); ok {
		t.Error("an ERROR has data")
	}
	if v, ok := look.Data(); !ok || !v.Equal(parse(t, forged)) {
		t.Errorf("data %v, %v", v, ok)
	}
}

func TestFailureReadsBack(t *testing.T) {
	want := outcome.Error{Code: "editor/bridge-exit", Message: "m", Context: parse(t, "{:status 3}"), Op: "editor/task::spawn"}
	got, ok := outcome.Sealed(want).Failure()
	if !ok || got.Code != want.Code || got.Message != want.Message || got.Op != want.Op || !got.Context.Equal(want.Context) {
		t.Errorf("got %+v, %v", got, ok)
	}
	for _, src := range []string{
		"nil", "{}", `{:error/code 1 :error/context {} :error/message "m" :error/op a}`,
		`{:error/code "c" :error/context 1 :error/message "m" :error/op a}`,
		`{:error/code "c" :error/context {} :error/message "m" :error/op "a"}`,
		`{:error/code "c" :error/context {} :error/message m :error/op a}`,
		`{:a 1 :error/code "c" :error/context {} :error/message "m" :error/op a}`,
	} {
		o := outcome.SealedTerm(parse(t, src))
		if !o.IsSealed() {
			t.Errorf("%s: not sealed", src)
		}
		if _, ok := o.Failure(); ok {
			t.Errorf("%s: has the fields of an ERROR", src)
		}
	}
}

func TestNothingIsNoOutcome(t *testing.T) {
	for name, o := range map[string]outcome.Outcome{
		"zero":         {},
		"invalid data": outcome.Data(coreform.Str("\xff")),
		"invalid op":   outcome.Sealed(outcome.Error{Op: "a b"}),
		"bad message":  outcome.Sealed(outcome.Error{Op: "a", Message: "\xff"}),
		"bad context":  outcome.Sealed(outcome.Error{Op: "a", Context: coreform.Sym("")}),
		"invalid term": outcome.SealedTerm(coreform.Sym("")),
	} {
		if !o.IsZero() || o.IsSealed() || o.String() != "none" {
			t.Errorf("%s is %v", name, o)
		}
		if _, ok := o.Data(); ok {
			t.Errorf("%s has data", name)
		}
	}
}

// TestPublishedHashes holds :resp-h of two real logs, of data and of an ERROR.
func TestPublishedHashes(t *testing.T) {
	ok := outcome.Data(coreform.Bytes([]byte("canonical replay data\n")))
	want, err := coreform.Parse([]byte(`b"6w\xD2[\xB3\x12\xF4\xF0)\xE6\xC8\x83\xDB\xA3\xAAFE=\xED\xF6\xDD\x9F\x88\xE6\xFC@^4\xBC\xA3[\xD8"`))
	if err != nil {
		t.Fatal(err)
	}
	octets, _ := want.Bytes()
	if got := ok.Hash(); string(got[:]) != string(octets) {
		t.Errorf("data: got %x, want %x", got, octets)
	}
	// The hash of an ERROR is the token and the hash of its map as data.
	sealed := outcome.SealedTerm(coreform.Bytes([]byte("canonical replay data\n")))
	if sealed.Hash() == sealed.HashSealedBy(4) || sealed.Hash() == ok.Hash() {
		t.Error("the seal is not in the hash")
	}
	if ok.HashSealedBy(4) != ok.Hash() {
		t.Error("a token is in the hash of data")
	}
	got := sealed.Hash()
	const sealedWant = "d67465796be795ddf29846459d45fb4a4b0268543e1e88fdad2a78f624fba6ce"
	if hex.EncodeToString(got[:]) != sealedWant {
		t.Errorf("sealed: %x", got)
	}
}

func TestHasHash(t *testing.T) {
	v := parse(t, `{:a 1}`)
	data, failed := outcome.Data(v), outcome.SealedTerm(v)
	for _, token := range []uint64{0, outcome.ErrorToken, 255} {
		h := failed.HashSealedBy(token)
		if !failed.HasHash(h, token) || !failed.HasHash(h, 255) || token > 0 && failed.HasHash(h, token-1) || data.HasHash(h, 255) {
			t.Errorf("token %d", token)
		}
	}
	if !data.HasHash(data.Hash(), 0) || failed.HasHash(data.Hash(), 255) {
		t.Error("data and an ERROR have one hash")
	}
}

func Example() {
	answer, _ := coreform.Parse([]byte(`{:error/code "x"}`))
	fmt.Println(outcome.Data(answer))
	fmt.Println(outcome.Data(answer).IsSealed())
	// Output:
	// :ok {:error/code "x"}
	// false
}
