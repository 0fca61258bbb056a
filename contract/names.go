package contract

import (
	"slices"
	"strings"
	"sync"

	"github.com/ringfence/ringfence/internal/ucd"
)

// names is the set of members that one kind of object has.
type names struct {
	class string          // place of the object, with * for what varies; keys notes
	list  []string        // the names themselves
	known func() []string // their skeletons, for names that are none of them
	all   string          // what a hint says about the names
	other string          // what a note says about a name that is none of them
	like  []string        // what it says about one that only looks like the name
}

func newNames(class string, list ...string) names {
	n := names{class: class, list: list, all: "the members here are " + strings.Join(list, ", ")}
	n.other = "the contract does not name this member; it was ignored; " + n.all
	n.known = sync.OnceValue(func() []string {
		known := make([]string, len(list))
		for i, name := range list {
			known[i] = skeleton(name)
		}
		return known
	})
	for _, name := range list {
		n.like = append(n.like, "the name looks like "+name+"; names are matched exactly, so it was ignored")
	}
	return n
}

// looksLike reports whether an unknown name could be taken for one of n's, and
// the place of that one in the list.
func (n names) looksLike(name string) (i int, ok bool) {
	if len(name) > maxLookalike {
		return 0, false
	}
	i = slices.Index(n.known(), skeleton(name))
	return max(i, 0), i >= 0
}

// nearMember reports whether an unknown name could be meant for one of n's, or
// speaks of withholding, with or without what is no letter in it: taking it for
// nothing would show a window. Other than looksLike it has no longest name, since
// here a name that is filled up with invisible characters must not pass.
func (n names) nearMember(name string) bool {
	// A digit or a bar can stand for a letter, or for nothing.
	for _, s := range [...]string{skeleton(name), letters(skeleton(name)), skeleton(letters(foldID(name)))} {
		if slices.Contains(n.known(), s) || strings.Contains(s, withheldSkeleton()) {
			return true
		}
	}
	return false
}

var withheldSkeleton = sync.OnceValue(func() string { return skeleton("withheld") })

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

// lookalikes maps letters that have no compatibility decomposition to the Latin
// letters and digits that they are mistaken for, after case folding. Only
// letters of the contracts' own names matter.
var lookalikes = strings.NewReplacer(
	// Cyrillic
	"а", "a", "в", "b", "с", "c", "ԁ", "d", "е", "e", "һ", "h", "н", "h", "і", "l", "ј", "j", "к", "k",
	"ӏ", "l", "м", "m", "о", "o", "р", "p", "ѕ", "s", "т", "t", "у", "y", "ѵ", "v", "ԝ", "w", "х", "x",
	// Greek
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "l", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "τ", "t",
	"υ", "u", "χ", "x", "ω", "w", "σ", "o",
	// Armenian and others
	"օ", "o", "ո", "n", "ս", "u", "հ", "h", "ց", "g", "ı", "l", "ɡ", "g", "ɑ", "a", "ꜱ", "s",
	// Letters of one shape in many typefaces
	"i", "l", "1", "l", "|", "l", "0", "o",
)

// skeleton returns what is left of a name when case, width, marks, invisible
// characters and look-alike letters no longer count.
func skeleton(name string) string { return lookalikes.Replace(foldID(name)) }
