//go:build linux

package bridge_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/frame"
)

func TestImpossibleConfigurations(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*bridge.Config)
		code   ringfence.Code
	}{
		"no command":        {func(c *bridge.Config) { c.Command = "" }, bridge.CodeRequired},
		"no op":             {func(c *bridge.Config) { c.Op = "" }, bridge.CodePolicy},
		"op with a space":   {func(c *bridge.Config) { c.Op = "a b" }, bridge.CodePolicy},
		"family no symbol":  {func(c *bridge.Config) { c.Family = "(" }, bridge.CodePolicy},
		"transport":         {func(c *bridge.Config) { c.Transport = 2 }, bridge.CodePolicy},
		"negative time":     {func(c *bridge.Config) { c.Timeout = -1 }, bridge.CodePolicy},
		"endless time":      {func(c *bridge.Config) { c.Timeout = 2 * time.Hour }, bridge.CodePolicy},
		"negative limit":    {func(c *bridge.Config) { c.MaxStderr = -1 }, bridge.CodePolicy},
		"limit of no frame": {func(c *bridge.Config) { c.MaxRequest = frame.Max + 1 }, bridge.CodePolicy},
		"NUL argument":      {func(c *bridge.Config) { c.Args = []string{"a\x00b"} }, bridge.CodePolicy},
		"many arguments":    {func(c *bridge.Config) { c.Args = make([]string, 1000) }, bridge.CodePolicy},
		"short pin":         {func(c *bridge.Config) { c.SHA256 = "abc" }, bridge.CodePolicy},
		"pin of letters":    {func(c *bridge.Config) { c.SHA256 = strings.Repeat("x", 64) }, bridge.CodePolicy},
		"own variable":      {func(c *bridge.Config) { c.EnvAllow = []string{bridge.EnvOp} }, bridge.CodePolicy},
		"own in lower case": {func(c *bridge.Config) { c.EnvAllow = []string{"genesis_host_bridge_op"} }, bridge.CodePolicy},
		"wildcard variable": {func(c *bridge.Config) { c.EnvAllow = []string{"*"} }, bridge.CodePolicy},
		"variable twice":    {func(c *bridge.Config) { c.EnvAllow = []string{"A", "A"} }, bridge.CodePolicy},
		"variable with =":   {func(c *bridge.Config) { c.EnvAllow = []string{"A=B"} }, bridge.CodePolicy},
		"empty variable":    {func(c *bridge.Config) { c.EnvAllow = []string{""} }, bridge.CodePolicy},
		"many variables":    {func(c *bridge.Config) { c.EnvAllow = make([]string, 65) }, bridge.CodePolicy},
		"NUL in a value": {func(c *bridge.Config) {
			c.EnvAllow, c.Environ = []string{"A"}, []string{"A=\x00"}
		}, bridge.CodePolicy},
		"relative base": {func(c *bridge.Config) { c.Dir = "." }, bridge.CodePolicy},
		"no base":       {func(c *bridge.Config) { c.Dir = filepath.Join(c.Dir, "absent") }, bridge.CodePath},
		"no such file":  {func(c *bridge.Config) { c.Command = "absent" }, bridge.CodePath},
		"a folder":      {func(c *bridge.Config) { c.Command = "." }, bridge.CodePath},
		"above":         {func(c *bridge.Config) { c.Command = "../bridge.exe" }, bridge.CodePath},
		"absolute":      {func(c *bridge.Config) { c.Command = "/bin/true" }, bridge.CodePath},
		"sibling of the base": {func(c *bridge.Config) {
			c.Command = c.Dir + "x/bridge.exe"
		}, bridge.CodePath},
		"link that leads out": {func(c *bridge.Config) {
			must(t, os.Symlink("/bin/true", filepath.Join(c.Dir, "out")))
			c.Command = "out"
		}, bridge.CodePath},
		"not executable": {func(c *bridge.Config) {
			must(t, os.WriteFile(filepath.Join(c.Dir, "plain"), []byte("x"), 0o600))
			c.Command = "plain"
		}, bridge.CodePath},
		"other pin": {func(c *bridge.Config) { c.SHA256 = strings.Repeat("0", 64) }, bridge.CodeIdentity},
	} {
		t.Run(name, func(t *testing.T) {
			config := config(t, "echo")
			c.change(&config)
			b, err := bridge.Open(config)
			var e *ringfence.Error
			if b != nil || !errors.As(err, &e) || e.Code != c.code {
				t.Fatalf("got %v, want %s", err, c.code)
			}
			sealed, ok := bridge.Sealed("editor", op, err).Failure()
			if !ok || sealed.Code != "editor/"+string(c.code) || strings.Contains(sealed.Message, config.Dir) {
				t.Errorf("sealed as %+v", sealed)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestSealedForeignError(t *testing.T) {
	f, ok := bridge.Sealed("host", op, errors.New("secret words")).Failure()
	if !ok || f.Code != "host/bridge-exec" || strings.Contains(f.Message, "secret") {
		t.Errorf("%+v", f)
	}
}

func hash(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	must(t, err)
	return fmt.Sprintf("%x", sha256.Sum256(b))
}

// A program with the hash that its policy names runs, and none with another: not
// one that was changed by a byte, and not where a digit of the pin differs.
func TestPinnedExecutable(t *testing.T) {
	c := config(t, "echo")
	pin := hash(t, filepath.Join(c.Dir, "bridge.exe"))
	for _, written := range []string{pin, "sha256:" + pin, strings.ToUpper(pin)} {
		c.SHA256 = written
		wantData(t, call(t, open(t, c), "7"), "7")
	}
	refused := func(what string) {
		t.Helper()
		b, err := bridge.Open(c)
		if b != nil || !errors.Is(err, &ringfence.Error{Code: bridge.CodeIdentity}) {
			t.Errorf("%s: %v", what, err)
		}
	}
	last := "0"
	if strings.HasSuffix(pin, last) {
		last = "1"
	}
	c.SHA256 = pin[:63] + last
	refused("another pin")
	c.SHA256 = pin
	program := filepath.Join(c.Dir, "bridge.exe")
	body, err := os.ReadFile(program)
	must(t, err)
	must(t, os.Remove(program)) // it may be a link to a program of others
	must(t, os.WriteFile(program, append(body, 0), 0o700))
	refused("another program")
}

func TestTransportNames(t *testing.T) {
	for name, transport := range map[string]bridge.Transport{
		"spawn-per-op": bridge.SpawnPerOp, "persistent-stdio": bridge.PersistentStdio, "unknown": 9,
	} {
		if transport.String() != name {
			t.Errorf("%d is %s", transport, transport)
		}
	}
}
