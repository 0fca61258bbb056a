package gobridge

import (
	"errors"
	"path"
	"strings"
)

// Places inside a sandbox. The module lies where no path of the machine shows, so
// that output and artifacts do not depend on where a workspace is.
const (
	inModule   = "/workspace"
	inGoroot   = "/goroot"
	inCache    = "/cache"
	inModcache = "/modcache"
	inOut      = "/out"
	inTmp      = "/tmp"
)

// Limits of what runs in a sandbox.
const (
	// tmpSize is what /tmp holds, in memory.
	tmpSize = "size=512m,mode=1777"
	// maxProcesses is more threads than a compiler starts, and ends a fork bomb.
	maxProcesses = 4096
	// maxFileSize is the longest file that can be written, in bytes.
	maxFileSize = 4 << 30
	// maxHidden is the most names that are looked at for what is to be hidden.
	maxHidden = 200_000
)

// errNoSandbox: this system gives no sandbox. Its text says which part.
var errNoSandbox = errors.New("no sandbox")

// hidden are names that the module's own code does not get to read, since they
// hold secrets or history in most workspaces.
var hidden = []string{
	".git", ".hg", ".svn", ".jj", ".env", ".env.*", "*.pem", "*.key", "id_rsa*", "id_ed25519*", ".npmrc", ".netrc", ".aws", ".ssh",
}

// spec is what a sandbox is made of, as it goes to the process inside.
type spec struct {
	Root   string // empty folder on which the new root is mounted
	Module string // from the working directory
	Hide   []string
	Mounts []mount
	Dir    string // inside
	Argv   []string
	Env    []string
}

// mount is a folder of the machine that is seen inside.
type mount struct {
	From, To string
	Write    bool
}

// validPattern reports whether text is a pattern of names, without folders.
func validPattern(s string) bool {
	_, err := path.Match(s, "x")
	return err == nil && s != "" && !strings.Contains(s, "/")
}

// hides reports whether a name is to be hidden, in any case.
func hides(patterns []string, name string) bool {
	name = strings.ToLower(name)
	for _, p := range patterns {
		if ok, _ := path.Match(strings.ToLower(p), name); ok {
			return true
		}
	}
	return false
}
