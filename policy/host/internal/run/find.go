package run

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Lookup returns the value of a variable of an environment, "" when it is not
// set. The last one counts, as for the system.
func Lookup(environ []string, name string) string {
	value := ""
	for _, v := range environ {
		if key, rest, ok := strings.Cut(v, "="); ok && key == name {
			value = rest
		}
	}
	return value
}

// Find returns the absolute path of a program on the search path of an
// environment, or "". Folders that are not named absolutely are passed over: the
// working folder is somebody else's.
func Find(environ []string, name string) string {
	path := Lookup(environ, "PATH")
	if runtime.GOOS == "windows" && path == "" {
		path = Lookup(environ, "Path")
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		full := filepath.Join(dir, name)
		if runtime.GOOS == "windows" {
			full += ".exe"
		}
		if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return full
		}
	}
	return ""
}

// desktop are the variables that a program of a desktop needs to find the
// desktop, its language and its user's folder. One that ends in "_" is a prefix.
var desktop = []string{
	"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_", "DBUS_SESSION_BUS_ADDRESS",
	"HOME", "USER", "LOGNAME", "PATH", "Path", "LANG", "LANGUAGE", "LC_", "TMPDIR", "GTK_", "GDK_", "QT_",
	"SystemRoot", "windir", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PATHEXT",
}

// Desktop returns the variables of an environment that a desktop program needs:
// nothing else that the host holds, such as keys of services, is passed on.
func Desktop(environ []string) []string {
	var out []string
	for _, v := range environ {
		name, _, ok := strings.Cut(v, "=")
		if !ok {
			continue
		}
		for _, want := range desktop {
			if name == want || strings.HasSuffix(want, "_") && strings.HasPrefix(name, want) {
				out = append(out, v)
				break
			}
		}
	}
	return out
}
