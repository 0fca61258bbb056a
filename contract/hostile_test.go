package contract

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
)

// hostile makes bodies of about n bytes that are costly to careless readers.
// Some are refused and some are read; all of it takes linear time.
var hostile = map[string]func(n int) string{
	"open arrays":  func(n int) string { return `{"editContextVersion":"0.1","x":` + strings.Repeat("[", n) },
	"open objects": func(n int) string { return `{"ui":` + strings.Repeat(`{"a":`, n/5) },
	"half a string": func(n int) string {
		return `{"editContextVersion":"0.1","profile":"` + strings.Repeat("a", n)
	},
	"escapes": func(n int) string {
		return contextWith(Version01, "profile", `"`+strings.Repeat(`\ud83d`, n/6)+`"`)
	},
	"bytes that are not UTF-8": func(n int) string {
		return contextWith(Version01, "profile", `"`+strings.Repeat("\xff", n)+`"`)
	},
	"one id": func(n int) string {
		return contextWith(Version01, "selection", `[{"tag":"p","id":"`+strings.Repeat("a", n)+`"}]`,
			"untrusted", `{"`+strings.Repeat("/", n)+`":{}}`)
	},
	"many ids": func(n int) string {
		return contextWith(Version01, "screen", `{"elementIds":[`+strings.TrimSuffix(strings.Repeat(`"a",`, n/4), ",")+`]}`)
	},
	"many unknown members": func(n int) string {
		return `{` + list(n/12, `"m%d":null`) + `,` + contextWith(Version01)[1:]
	},
	"many contents": func(n int) string {
		return contextWith(Version01, "untrusted", `{`+list(min(n/16, DefaultUntrusted), `"é%d":{"x":1}`)+`}`)
	},
	"many duplicates of U+FFFD": func(n int) string {
		return `{` + list(n/12, `"m%d":null`) + ",\"k\xff\":1,\"k\xfe\":2}"
	},
	"combining marks": func(n int) string {
		return windowsBody(`{"id":"w","title":"a` + strings.Repeat("\u0301", n/2) + `"}`)
	},
	"a name of marks": func(n int) string {
		return windowsBody(`{"id":"w","withheld` + strings.Repeat("\u0301", n/2) + `":true}`)
	},
	"many windows": func(n int) string {
		return windowsBody(list(min(n/30, DefaultWindows), `{"id":"w%d","withheld":true}`))
	},
	"many items": func(n int) string {
		return `{"contextItems":[` + list(min(n/24, DefaultContextItems), `{"id":"i%d","x":1}`) + `]}`
	},
	"white space": func(n int) string { return strings.Repeat(" ", n) + contextWith(Version01) + strings.Repeat("\n", n) },
}

// Ten times the body takes about ten times as long, never a hundred times.
func TestHostileIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("compares times")
	}
	cost := func(body string) time.Duration {
		best := time.Hour
		for range 2 {
			runtime.GC()
			start := time.Now()
			for _, parse := range parsers {
				checkError(t, parse([]byte(body)), len(body))
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	for name, build := range hostile {
		// A tenfold body may take sixty times as long before this fails, and
		// little is never too long: the bound is between linear and quadratic,
		// with room for a busy machine, which also gets more than one chance.
		var small, large time.Duration
		for range 5 {
			small, large = cost(build(20_000)), cost(build(200_000))
			if large <= 60*max(small, 5*time.Millisecond) {
				break
			}
		}
		if large > 60*max(small, 5*time.Millisecond) {
			t.Errorf("%s: %v for 20 kB, %v for 200 kB", name, small, large)
		}
	}
}

// TestContentOfIsConstant looks up ids without content, of which a hostile body
// has as many as ids with it.
func TestContentOfIsConstant(t *testing.T) {
	if testing.Short() {
		t.Skip("compares times")
	}
	cost := func(n int) time.Duration {
		var ids, content strings.Builder
		for i := range n {
			fmt.Fprintf(&ids, `,"a%06d"`, i)
			fmt.Fprintf(&content, `,"b%06d":{}`, i)
		}
		ec, err := ParseEditContext([]byte(`{"editContextVersion":"0.1","selection":[],"source":null,"screen":{"elementIds":[` +
			ids.String()[1:] + `]},"untrusted":{` + content.String()[1:] + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		best := time.Hour
		for range 3 {
			start := time.Now()
			for _, e := range ec.Screen {
				if _, ok := ec.ContentOf(e.ID); ok {
					t.Fatal("content that is not there")
				}
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	// Twenty times the ids may take a hundred times as long; a search for each
	// would take four hundred.
	var small, large time.Duration
	for range 3 {
		small, large = cost(1_000), cost(20_000)
		if large <= 100*max(small, 2*time.Millisecond) {
			return
		}
	}
	t.Errorf("%v for 1,000 ids, %v for 20,000", small, large)
}

// checkError checks what every error promises.
func checkError(t testing.TB, err error, size int) {
	t.Helper()
	if err == nil {
		return
	}
	var e *ringfence.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not a *ringfence.Error", err)
	}
	if !knownErrors[e.Code] {
		t.Fatalf("code %q is not documented", e.Code)
	}
	if e.Offset != ringfence.NoOffset && (e.Offset < 0 || e.Offset > int64(size)) {
		t.Fatalf("offset %d is outside %d bytes", e.Offset, size)
	}
}

// knownErrors and knownNotes are the codes that codes.go documents.
var (
	knownErrors = codeSet(CodeLimit, CodeSize, CodeTruncated, CodeSyntax, CodeTrailing, CodeDepth, CodeDuplicate, CodeDuplicateReplaced,
		CodeVersion, CodeShape, CodeMissing, CodeType, CodeValue, CodeConflict, CodeCase, CodeList, CodeString, CodeSecret, CodeStoredVersion, CodeTampered)
	knownNotes = codeSet(NoteBOM, NoteUTF8, NoteSurrogate, NoteUnknown, NoteCase, NoteNull, NoteTextLong, NoteAttributeLong, NoteNameLong,
		NoteTagCase, NoteTagName, NoteIDPattern, NoteIDAuthored, NoteSelectionTwice, NoteElementTwice, NoteSelectionOffScreen,
		NoteUntrustedUnlisted, NoteRelation, NoteRole, NoteItemLabel, NoteWithheldTitle, NoteWithheldEqual, NoteWindowTwice, NoteFocusTwice)
)

func codeSet(codes ...ringfence.Code) map[ringfence.Code]bool {
	set := map[ringfence.Code]bool{}
	for _, c := range codes {
		set[c] = true
	}
	return set
}

// The bodies that must never be more than a typed error or a full answer.
func TestBadInput(t *testing.T) {
	million := contextWith(Version01, "screen", `{"elementIds":[`+strings.TrimSuffix(strings.Repeat(`"viv:a",`, 1_000_000), ",")+`]}`)
	_, err := ParseEditContext([]byte(million))
	wantError(t, err, million, CodeList, "/screen/elementIds", `"viv:a"`)
	ec, err := Limits{Elements: 1_000_000}.ParseEditContext([]byte(million))
	if err != nil || len(ec.Screen) != 1_000_000 {
		t.Errorf("a million ids under a raised limit: %v", err)
	}
	for _, n := range []int{10_000, 100_000} {
		deep := `{"editContextVersion":"0.1","x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
		_, err := ParseEditContext([]byte(deep))
		wantError(t, err, deep, CodeDepth, "/x"+strings.Repeat("/0", DefaultDepth-1), "[")
	}
	huge := make([]byte, 100_000_000)
	if _, err := ParseEditContext(huge); !errors.Is(err, &ringfence.Error{Code: CodeSize}) {
		t.Errorf("100 MB: %v", err)
	}
	id := strings.Repeat("authored ", 1<<17)
	ec = mustContext(t, contextWith(Version01, "screen", `{"elementIds":["`+id+`"]}`))
	if ec.Screen[0].ID.Raw() != id {
		t.Error("a long id was changed")
	}
	marks := "e" + strings.Repeat("\u0301", 1_000_000)
	a := mustAsk(t, windowsBody(`{"id":"w","title":"`+marks+`"}`))
	if a.UI.Shown()[0].Title.Raw() != marks {
		t.Error("a title of marks was changed")
	}
}
