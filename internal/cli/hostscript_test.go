package cli

import (
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ringfence/ringfence/policy/frame"
)

// framed writes requests into a file: an archive's files end in a line feed, and
// frames do not. @LONG@ stands for 6,000 characters.
func framed(ts *testscript.TestScript, _ bool, args []string) {
	var out []byte
	for _, a := range args[1:] {
		if raw, ok := strings.CutPrefix(a, "raw:"); ok {
			out = append(out, raw...)
			continue
		}
		a = strings.ReplaceAll(a, "@LONG@", strings.Repeat("0123456789", 600))
		var err error
		out, err = frame.Append(out, []byte(a))
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out, 0o600))
}
