package audit

import "testing"

// Which lines are empty before a marker that needs one: those of white space
// alone, with either line end.
func TestEmptyLineBeforeMarker(t *testing.T) {
	for before, want := range map[string]string{
		"":           idRoleMarker,
		"a\n":        "",
		"a\n\n":      idRoleMarker,
		"a\r\n\r\n":  idRoleMarker,
		"a\r\n":      "",
		"a\n \t\n":   idRoleMarker,
		"a\r\n \r\n": idRoleMarker,
		"a\n .\n":    "",
		"a\nUser\n":  "",
	} {
		if got := ids(mustCheck(t, Text, before+"Human:x")); got != want {
			t.Errorf("%q: %q, want %q", before, got, want)
		}
	}
}
