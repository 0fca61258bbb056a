package jsonline

import (
	"fmt"
	"strconv"
	"testing"
)

func TestHexDigits(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want rune
		ok   bool
	}{
		{"41", 2, 0x41, true},
		{"aF", 2, 0xAF, true},
		{"00e9x", 4, 0xE9, true},
		{"0010FFFF", 8, 0x10FFFF, true},
		{"80000000", 8, -1 << 31, true},
		{"f", 1, 15, true},
		{"", 0, 0, true},
		{"", 1, 0, false},
		{"4", 2, 0, false},
		{"4g", 2, 0, false},
		{"4:", 2, 0, false},
		{"/4", 2, 0, false},
		{"@4", 2, 0, false},
		{"`4", 2, 0, false},
		{"-4", 2, 0, false},
		{"4 ", 2, 0, false},
		{"\x10\x11", 2, 0, false}, // a digit without the bit of its case
	} {
		if got, ok := HexDigits(tt.in, tt.n); got != tt.want || ok != tt.ok {
			t.Errorf("HexDigits(%q, %d): %x, %v, want %x, %v", tt.in, tt.n, got, ok, tt.want, tt.ok)
		}
		if got, ok := HexDigits([]byte(tt.in), tt.n); got != tt.want || ok != tt.ok {
			t.Errorf("HexDigits(%q, %d) of bytes: %x, %v, want %x, %v", tt.in, tt.n, got, ok, tt.want, tt.ok)
		}
	}
}

// All pairs of bytes are read as strconv reads them.
func TestHexDigitsAgainstStrconv(t *testing.T) {
	for u := range 1 << 16 {
		in := string([]byte{byte(u >> 8), byte(u)})
		want, err := strconv.ParseUint(in, 16, 8)
		if got, ok := HexDigits(in, 2); ok != (err == nil) || ok && uint64(got) != want {
			t.Fatalf("%q: %x, %v, and it is %x, %v", in, got, ok, want, err)
		}
	}
}

func TestHexUnit(t *testing.T) {
	for _, in := range []string{"", `\`, `\u`, `\u004`, `\u00g1`, `\U0041`, `/u0041`, `u0041`, `\x0041`, ` \u0041`} {
		if got, ok := HexUnit(in); ok {
			t.Errorf("HexUnit(%q): %x", in, got)
		}
		if got, ok := HexUnit([]byte(in)); ok {
			t.Errorf("HexUnit(%q) of bytes: %x", in, got)
		}
	}
	for want := range rune(1 << 16) {
		for _, form := range []string{`\u%04x`, `\u%04Xff`} {
			in := fmt.Sprintf(form, want)
			if got, ok := HexUnit(in); !ok || got != want {
				t.Fatalf("HexUnit(%q): %x, %v", in, got, ok)
			}
		}
	}
}

func TestSkipSpace(t *testing.T) {
	for _, tt := range []struct {
		in       string
		at, want int64
	}{
		{"", 0, 0},
		{" \t\r\n,:x", 0, 6},
		{"x ", 0, 0},
		{"x \n", 1, 3}, // to the end, where no token is
		{"x, y", 1, 3},
		{"x", 5, 5}, // behind the end
		{"\v1", 0, 0},
		{"\u00a01", 0, 0}, // white space elsewhere, and not in JSON
		{`"a": [`, 3, 5},
	} {
		if got := SkipSpace([]byte(tt.in), tt.at); got != tt.want {
			t.Errorf("SkipSpace(%q, %d): %d, want %d", tt.in, tt.at, got, tt.want)
		}
	}
}
