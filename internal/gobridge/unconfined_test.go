package gobridge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without a sandbox the compiler would read whatever a module points at, and say
// what stands there.
func TestCompilerReadsNothingOutside(t *testing.T) {
	args := goArgs(t)
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	canary := filepath.Join(outside, "canary")
	if err := os.MkdirAll(filepath.Join(outside, "dep"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		canary: "canaryword here\n", filepath.Join(outside, "dep", "go.mod"): "module example.com/dep\ncanaryword x\n",
		filepath.Join(outside, "dep", "dep.go"): "package dep\n\ncanaryword\n",
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const mod, src = "module example.com/m\n\ngo 1.25\n", "package m\n\nfunc F()\n"
	slash := filepath.ToSlash(outside)
	for _, c := range []struct {
		name    string
		files   map[string]string
		links   map[string]string
		refused bool
	}{
		{"plain", map[string]string{"m/m.go": "package m\n\nvar X int = 1\n"}, nil, false},
		{"assembly", map[string]string{"m/m.go": src, "m/m.s": "#include \"textflag.h\"\nTEXT ·F(SB), NOSPLIT, $0\n\tRET\n"}, nil, false},
		{"include", map[string]string{"m/m.go": src, "m/m.s": "#include \"" + slash + "/canary\"\n"}, nil, true},
		{"include with blanks", map[string]string{"m/m.go": src, "m/m.s": "RET\n # /**/ include  \"" + slash + "/canary\"\n"}, nil, true},
		{"include of an include", map[string]string{"m/m.go": src, "m/m.s": "#include \"x.h\"\n", "m/x.h": "#include \"" + slash + "/canary\"\n"}, nil, true},
		{"include behind a macro", map[string]string{"m/m.go": src, "m/m.s": "#define H #\nH include \"" + slash + "/canary\"\n"}, nil, true},
		{"include in escapes", map[string]string{"m/m.go": src, "m/m.s": "#include \"\\x2e\\x2e/canary\"\n"}, nil, true},
		{"include without a name", map[string]string{"m/m.go": src, "m/m.s": "#define I # include\nI \"" + slash + "/canary\"\n"}, nil, true},
		{"include in a comment", map[string]string{"m/m.go": src, "m/m.s": "// #include \"/x\"\n#include \"textflag.h\"\nTEXT ·F(SB), NOSPLIT, $0\n\tRET\n"}, nil, false},
		{"include of a hidden name", map[string]string{"m/m.go": src, "m/m.s": "#include \".env\"\n", "m/.env": "canaryword\n"}, nil, true},
		{"include in vendor", map[string]string{"m/m.go": src, "m/vendor/v/v.s": "#include \"../../../canary\"\n"}, nil, true},
		{"link", map[string]string{"m/m.go": src}, map[string]string{"m/x.go": canary}, true},
		{"link inside", map[string]string{"m/m.go": "package m\n"}, map[string]string{"m/x.go": "m.go"}, false},
		{"link to a hidden name", map[string]string{"m/m.go": src, "m/.env": "canaryword\n"}, map[string]string{"m/x.go": ".env"}, true},
		{"linked folder", map[string]string{"m/m.go": src}, map[string]string{"m/vendor": outside}, true},
		{"replaced", map[string]string{"m/go.mod": mod + "require example.com/dep v1.0.0\nreplace example.com/dep => " + slash + "/dep\n", "m/m.go": "package m\n\nimport _ \"example.com/dep\"\n"}, nil, true},
		{"replaced in a block", map[string]string{"m/go.mod": mod + "require example.com/dep v1.0.0\nreplace (\n\texample.com/dep v1.0.0 => \"../../dep\" // x\n)\n", "m/m.go": "package m\n\nimport _ \"example.com/dep\"\n"}, nil, true},
		{"replaced inside", map[string]string{"m/go.mod": mod + "require example.com/dep v1.0.0\nreplace example.com/dep => ./dep\n", "m/dep/go.mod": "module example.com/dep\n", "m/dep/d.go": "package dep\n", "m/m.go": "package m\n\nimport _ \"example.com/dep\"\n"}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.files["m/go.mod"] == "" {
				c.files["m/go.mod"] = mod
			}
			workspace(t, c.files)
			for name, target := range c.links {
				if err := os.Symlink(target, filepath.FromSlash(name)); err != nil {
					t.Skip(err)
				}
			}
			j := &job{ctx: t.Context(), noSandbox: errNoSandbox, tmp: t.TempDir()}
			j.goTool, j.cache, j.hide = args[1], args[3], hidden
			j.module.dir, j.module.below, j.module.named = "m", ".", "m"
			o := j.exec(step{dir: ".", compile: true, argv: []string{"build", "-gcflags=-e", "-o", os.DevNull, "./..."}})
			text := o.stdout.String() + o.stderr.String()
			if strings.Contains(text, "canaryword") {
				t.Errorf("read outside: %s", text)
			}
			if c.refused != (o.err != nil) || !c.refused && o.status != 0 {
				t.Errorf("%v, status %d, %s", o.err, o.status, text)
			}
		})
	}
}
