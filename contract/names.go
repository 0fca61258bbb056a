package contract

import (
	"slices"
	"strings"
	"sync"

	"github.com/ringfence/ringfence/internal/ucd"
)

// names is the set of members that one kind of object has. What is said about
// them is made when there is a member to say it about.
type names struct {
	class string   // place of the object, with * for what varies; keys notes
	list  []string // the names themselves
	once  sync.Once
	texts nameTexts // through about
}

// nameTexts is what there is to say about the members of an object.
type nameTexts struct {
	known []string // skeletons of the names, for names that are none of them
	all   string   // what a hint says about the names
	other string   // what a note says about a name that is none of them
	like  []string // what it says about one that only looks like the name
}

// about returns the texts about n, which are the same for every body.
func (n *names) about() *nameTexts {
	n.once.Do(func() {
		t := &n.texts
		t.all = "the members here are " + strings.Join(n.list, ", ")
		t.other = "the contract does not name this member; it was ignored; " + t.all
		for _, name := range n.list {
			t.known = append(t.known, skeleton(name))
			t.like = append(t.like, "the name looks like "+name+"; names are matched exactly, so it was ignored")
		}
	})
	return &n.texts
}

// looksLike reports whether an unknown name could be taken for one of n's, and
// the place of that one in the list.
func (n *names) looksLike(name string) (i int, ok bool) {
	if len(name) > maxLookalike {
		return 0, false
	}
	i = slices.Index(n.about().known, skeleton(name))
	return max(i, 0), i >= 0
}

// nearMember reports whether an unknown name could be meant for one of n's, or
// speaks of withholding, with or without what is no letter in it: taking it for
// nothing would show a window. Other than looksLike it has no longest name, since
// here a name that is filled up with invisible characters must not pass.
func (n *names) nearMember(name string) bool {
	// A digit or a bar can stand for a letter, or for nothing.
	for _, s := range [...]string{skeleton(name), letters(skeleton(name)), skeleton(letters(foldID(name)))} {
		if slices.Contains(n.about().known, s) || strings.Contains(s, withheldSkeleton) {
			return true
		}
	}
	return false
}

// withheldSkeleton is the skeleton of "withheld".
const withheldSkeleton = "wlthheld"

// letters returns s without what is no letter.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if ucd.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// maxLookalike is the length in bytes over which a name is not compared: no
// person takes it for one of at most 18 letters, however many are invisible.
const maxLookalike = 4 << 10

// skeleton returns what is left of a name when case, width, marks, invisible
// characters and look-alike letters no longer count.
func skeleton(name string) string { return strings.Map(lookalike, foldID(name)) }

// lookalike returns the Latin letter or digit that a folded letter is mistaken
// for. Letters with a compatibility decomposition are folded to it already, and
// only letters of the contracts' own names matter. Cyrillic letters come first,
// then Greek ones, Armenian and others, and those of one shape in many typefaces.
func lookalike(r rune) rune {
	switch r {
	case 'а', 'α', 'ɑ':
		return 'a'
	case 'в', 'β':
		return 'b'
	case 'с':
		return 'c'
	case 'ԁ':
		return 'd'
	case 'е', 'ε':
		return 'e'
	case 'ց', 'ɡ':
		return 'g'
	case 'һ', 'н', 'հ':
		return 'h'
	case 'ј':
		return 'j'
	case 'к', 'κ':
		return 'k'
	case 'і', 'ӏ', 'ι', 'ı', 'i', '1', '|':
		return 'l'
	case 'м':
		return 'm'
	case 'η', 'ո':
		return 'n'
	case 'о', 'ο', 'σ', 'օ', '0':
		return 'o'
	case 'р', 'ρ':
		return 'p'
	case 'ѕ', 'ꜱ':
		return 's'
	case 'т', 'τ':
		return 't'
	case 'υ', 'ս':
		return 'u'
	case 'ѵ', 'ν':
		return 'v'
	case 'ԝ', 'ω':
		return 'w'
	case 'х', 'χ':
		return 'x'
	case 'у':
		return 'y'
	}
	return r
}
