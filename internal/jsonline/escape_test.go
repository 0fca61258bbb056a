package jsonline

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	tests := []struct {
		in         string
		size, text int
		half       bool
	}{
		{`\n`, 2, 1, false},
		{`\\u0041`, 2, 1, false},
		{`\u0041`, 6, 1, false},
		{`\u00e9`, 6, 2, false},
		{`\uFFFD`, 6, 3, false},
		{`\ud7ff`, 6, 3, false},
		{`\uD83D\uDE00`, 12, 4, false},
		{`\uD83D`, 6, 3, true},
		{`\uD83D\n`, 6, 3, true},
		{`\uD83D\u0041`, 6, 3, true},
		{`\uD83D\uD83D\uDE00`, 6, 3, true},
		{`\udbff\udfff`, 12, 4, false},
		{`\uDE00`, 6, 3, true},
		{`\uDFFF\uD83D`, 6, 3, true},
		{`\ue000`, 6, 3, false},
	}
	for _, tt := range tests {
		for _, rest := range []string{"", "a", `\t`} {
			if size, text, half := Escape([]byte(tt.in + rest)); size != tt.size || text != tt.text || half != tt.half {
				t.Errorf("Escape(%s): %d, %d, %v, want %d, %d, %v", tt.in+rest, size, text, half, tt.size, tt.text, tt.half)
			}
		}
	}
}

// TestEscapeAgainstJSON holds the lengths of all escapes of one unit against
// encoding/json.
func TestEscapeAgainstJSON(t *testing.T) {
	const digits = "0123456789aBcDeF"
	for u := range 1 << 16 {
		in := `\u` + string([]byte{digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15]})
		var want string
		if err := json.Unmarshal([]byte(`"`+in+`"`), &want); err != nil {
			t.Fatal(err)
		}
		size, text, half := Escape([]byte(in))
		if size != len(in) || text != len(want) || half != (strings.ContainsRune(want, 0xFFFD) && u != 0xFFFD) {
			t.Fatalf("%s: %d, %d, %v, and it is %q", in, size, text, half, want)
		}
	}
}
