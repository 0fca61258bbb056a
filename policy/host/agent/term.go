package agent

import (
	"encoding/hex"

	"github.com/ringfence/ringfence/policy/coreform"
)

// fields builds a map from the names of symbols and terms in turn; names are
// constants of this package and distinct.
func fields(pairs ...any) coreform.Term {
	terms := make([]coreform.Term, 0, len(pairs))
	for _, p := range pairs {
		switch v := p.(type) {
		case string:
			terms = append(terms, coreform.Sym(v))
		case coreform.Term:
			terms = append(terms, v)
		}
	}
	m, err := coreform.Map(terms...)
	if err != nil {
		return coreform.Sym("") // an invalid term, which nothing takes
	}
	return m
}

// octets returns text as a string where it is UTF-8, else as bytes.
func octets(text []byte) coreform.Term {
	if t := coreform.Str(string(text)); t.Err() == nil {
		return t
	}
	return coreform.Bytes(text)
}

// content reads a string or bytes.
func content(t coreform.Term) ([]byte, bool) {
	if text, ok := t.Text(); ok {
		return []byte(text), true
	}
	return t.Bytes()
}

// hash is the published hash of a term, as a string.
func hash(t coreform.Term) coreform.Term {
	sum := coreform.Hash(t)
	return coreform.Str(hex.EncodeToString(sum[:]))
}
