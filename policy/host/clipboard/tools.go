package clipboard

import "strings"

// tools are the programs of one kind of desktop, and how they are used.
type tools struct {
	get, set string // names of programs
	getArgs  []string
	setArgs  []string
	// listArgs, when there are any, make get list the types of the content.
	// Without types there is no content.
	listArgs []string
	// texts are the types that are text, and wantsArg the index in getArgs that
	// takes the one that is there, or -1.
	texts    []string
	wantsArg int
	// owner: set goes on and hands the content out for as long as it is there.
	owner bool
	// textOnly: bytes that are not UTF-8 cannot be held.
	textOnly bool
	// base64: both programs exchange the content in base64 of UTF-8, and get
	// writes a line end of its own.
	base64 bool
	// env is added to the environment of both.
	env []string
}

// x11 is xclip. Its owner is kept in the foreground (-quiet), so that it can be
// ended; the text type it offers is the one that it was given.
var x11 = tools{
	get: "xclip", set: "xclip",
	listArgs: []string{"-o", "-selection", "clipboard", "-t", "TARGETS"},
	getArgs:  []string{"-o", "-selection", "clipboard", "-t", "UTF8_STRING"}, wantsArg: 4,
	setArgs: []string{"-i", "-selection", "clipboard", "-t", "UTF8_STRING", "-quiet"},
	texts:   []string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "text/plain", "STRING", "TEXT"},
	owner:   true,
}

// wayland is wl-clipboard.
var wayland = tools{
	get: "wl-paste", set: "wl-copy",
	listArgs: []string{"--list-types"},
	getArgs:  []string{"--no-newline", "--type", "text/plain"}, wantsArg: 2,
	setArgs: []string{"--foreground", "--type", "text/plain"},
	texts:   []string{"text/plain;charset=utf-8", "text/plain;charset=UTF-8", "UTF8_STRING", "text/plain", "STRING", "TEXT"},
	owner:   true,
}

// macOS is pbcopy and pbpaste, which follow the character set of the locale.
var macOS = tools{
	get: "pbpaste", set: "pbcopy", getArgs: []string{"-Prefer", "txt"}, wantsArg: -1,
	textOnly: true, env: []string{"LC_ALL=en_US.UTF-8"},
}

// windows is PowerShell. Its streams have a character set of their own, so the
// text travels in base64.
var windows = tools{
	get: "powershell", set: "powershell", wantsArg: -1, textOnly: true, base64: true,
	getArgs: powershell(`$t = Get-Clipboard -Raw; if ($null -eq $t) { $t = '' }; ` +
		`[Console]::Out.Write([Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($t)))`),
	setArgs: powershell(`Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadToEnd())))`),
}

func powershell(script string) []string {
	return []string{"-NoProfile", "-NonInteractive", "-Command", script}
}

// choose returns the tools for a system and an environment. ok is false where
// there is no desktop that is known.
func choose(goos string, lookup func(name string) string) (t tools, ok bool) {
	switch {
	case goos == "darwin":
		return macOS, true
	case goos == "windows":
		return windows, true
	case lookup("WAYLAND_DISPLAY") != "":
		return wayland, true
	case lookup("DISPLAY") != "":
		return x11, true
	}
	return tools{}, false
}

// textType returns the best text type of those that a clipboard lists.
func (t *tools) textType(listed string) (string, bool) {
	there := map[string]bool{}
	for line := range strings.Lines(listed) {
		there[strings.TrimRight(line, "\r\n")] = true
	}
	for _, want := range t.texts {
		if there[want] {
			return want, true
		}
	}
	return "", false
}
