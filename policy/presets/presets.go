// Package presets holds the policy files that the capability contract
// recommends as a start: one for a developer's session, one for CI and other
// sessions without a person. They are text to copy and change; the files lie in
// this folder.
//
// Relative paths of a preset start at the folder of the file it is copied to,
// and the workspace that it gates is the folder "workspace" beside it. Both
// parse, lint without a finding (on a machine that has that folder) and decide
// as the contract recommends; tests hold that.
package presets

import _ "embed"

// dev is the preset of [Dev].
//
//go:embed dev.toml
var dev string

// ci is the preset of [CI].
//
//go:embed ci.toml
var ci string

// Dev returns the preset for a developer's session: clipboard, dialogs, tasks
// and watching in a workspace, and no plugin; what cannot be undone does not
// follow from untrusted text.
func Dev() []byte { return []byte(dev) }

// CI returns the preset for sessions without a person: tasks that only look,
// and watching; clipboard, dialogs and plugins are denied.
func CI() []byte { return []byte(ci) }

// Get returns the preset of a name, "dev" or "ci".
func Get(name string) (source []byte, ok bool) {
	switch name {
	case "dev":
		return Dev(), true
	case "ci":
		return CI(), true
	}
	return nil, false
}
