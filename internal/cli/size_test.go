package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/internal/serve"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "1": 1, "007": 7, "65536": 65536, "64KB": 64_000, "64KiB": 65_536, "1MB": 1_000_000, "1MiB": 1 << 20,
		"1GB": 1_000_000_000, "1GiB": 1 << 30, "64kb": 64_000, "64kib": 65_536, "1mIb": 1 << 20, "1Gb": 1_000_000_000, "0GiB": 0,
		"2147483647": math.MaxInt32,
	} {
		if n, err := parseSize(text); err != nil || n != want {
			t.Errorf("%q: %d %v, want %d", text, n, err, want)
		}
	}
	for _, text := range []string{
		"", "KB", "-1", "+1", "1.5MB", "1,5MB", "1e3", "0x10", "1_000", " 1", "1 ", "1 KB", "64K", "64M", "1G", "64B", "1TB", "1KBs", "1KBKB",
		"1kibib", "\u0661", "1\u212Ab", "1\u212Aib", "\xff", "1\x00", "KiB1",
	} {
		if n, err := parseSize(text); !errors.Is(err, errNoSize) || n != 0 {
			t.Errorf("%q: %d %v, want no size", text, n, err)
		}
	}
	for _, text := range []string{
		"9223372036854775808", "99999999999999999999999999", "9007199254740993KiB", "9223372036854775807KB", "8589934592GiB",
		"9223372037GB", strings.Repeat("9", 10_000) + "KB",
	} {
		if n, err := parseSize(text); !errors.Is(err, errSizeOver) || n != 0 {
			t.Errorf("%q: %d %v, want too large", text, n, err)
		}
	}
}

// Every flag in bytes takes units, says so, and shows its value as a number that
// it reads back.
func TestSizeFlags(t *testing.T) {
	seen := 0
	for _, s := range subcommands() {
		s.flags.VisitAll(func(f *pflag.Flag) {
			if strings.Contains(f.Usage, " in bytes") != (f.Value.Type() == sizeType) {
				t.Errorf("%s --%s: %q is of type %s", s.name, f.Name, f.Usage, f.Value.Type())
			}
			if f.Value.Type() != sizeType {
				return
			}
			seen++
			for _, example := range append(sizeExamples, f.DefValue) {
				want, err := parseSize(example)
				if err != nil || f.Value.Set(example) != nil || f.Value.String() != strconv.Itoa(want) {
					t.Errorf("%s --%s %s: %s %v", s.name, f.Name, example, f.Value, err)
				}
				if want > serve.MaxBytes || want > maxFile || want < 1 {
					t.Errorf("%s is offered and taken by no flag", example)
				}
			}
			before := f.Value.String()
			if f.Value.Set("1.5MB") == nil || f.Value.String() != before {
				t.Errorf("%s --%s: what is no size changed it to %s", s.name, f.Name, f.Value)
			}
		})
	}
	if seen < 10 {
		t.Errorf("%d flags take a size", seen)
	}
}

func FuzzParseSize(f *testing.F) {
	for _, text := range append(sizeExamples, "", "1.5MB", "9223372036854775807KB", "1\u212Ab", "007") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parseSize(text)
		if err != nil {
			if n != 0 {
				t.Fatalf("%q: %d with %v", text, n, err)
			}
			return
		}
		digits := strings.TrimRight(text, "KMGBIkmgbi")
		least, fail := strconv.Atoi(digits)
		if fail != nil || n < least || n < 0 {
			t.Fatalf("%q: %d %v", text, n, fail)
		}
		if again, err := parseSize(strconv.Itoa(n)); err != nil || again != n {
			t.Fatalf("%q: %d is read as %d %v", text, n, again, err)
		}
	})
}
