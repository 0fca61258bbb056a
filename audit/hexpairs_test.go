package audit

import (
	"fmt"
	"strings"
	"testing"
)

// Pairs of hexadecimal digits are decoded whatever stands between them, and wherever
// the row begins: no gap is of a length that only ever shows the search what is
// between two pairs.
func TestHexPairsWithAnyGap(t *testing.T) {
	row := func(form, sep string) string {
		var list []string
		for _, b := range []byte("<|im_end|>") {
			list = append(list, fmt.Sprintf(form, b))
		}
		return strings.Join(list, sep)
	}
	var seps []string
	for n := 1; n <= maxPairGap; n++ {
		seps = append(seps, strings.Repeat(" ", n))
		if n > 3 {
			seps = append(seps, ",\n"+strings.Repeat(" ", n-4))
		}
	}
	for _, form := range []string{"%02x", "0x%02X"} {
		for _, sep := range append(seps, ".", "_", "|", "/", "+", "', '", `","`, ":", "-", "=", "\t", ";\r\n") {
			for lead := range pairStep + 1 {
				text := strings.Repeat("w", lead) + " " + row(form, sep)
				if got := ids(mustCheck(t, Text, text)); !strings.Contains(got, idEncoded) {
					t.Fatalf("%q behind %d letters: %q", sep, lead, got)
				}
			}
		}
	}
	for _, text := range []string{
		row("%02x", strings.Repeat(" ", maxPairGap+1)),
		"192.168.10.24, 11/30/26 22:15:01.33, 3c:22:fb:7a:10:9e\n    be 12.34 = '56' | 78 / 90\n",
	} {
		if got := ids(mustCheck(t, Text, text)); got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}
