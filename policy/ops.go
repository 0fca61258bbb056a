package policy

// opID numbers the ops of the contract.
type opID uint8

const (
	noOp opID = iota
	clipboardGet
	clipboardSet
	dialogOpen
	dialogSave
	pluginCommand
	taskSpawn
	taskPoll
	taskCancel
	watchSubscribe
	watchPoll
	watchUnsubscribe
	agentPropose
	agentApply
	agentStore
	opCount
)

// opInfo is what is fixed about an op.
type opInfo struct {
	name  string
	class Reversibility // the most that a request of it can be
	needs []string      // keys of its table without which it is denied
	uses  []string      // further keys of its table that mean something
}

var ops = [opCount]opInfo{
	noOp:             {class: Outward},
	clipboardGet:     {name: "editor/clipboard::get", class: Read},
	clipboardSet:     {name: "editor/clipboard::set", class: Irreversible},
	dialogOpen:       {name: "editor/dialog::open", class: Read, needs: []string{"dialog_roots"}, uses: []string{"base_dir", "deny_globs"}},
	dialogSave:       {name: "editor/dialog::save", class: Read, needs: []string{"dialog_roots"}, uses: []string{"base_dir", "deny_globs", "create_dirs"}},
	pluginCommand:    {name: "editor/plugin::command", class: Outward, needs: []string{"allow_plugins"}, uses: []string{"base_dir", "allow_commands", "allow_schema_ids", "deny_plugins", "deny_commands", "deny_schema_ids", "create_dirs"}},
	taskSpawn:        {name: "editor/task::spawn", class: Outward, needs: []string{"allow_task_kinds"}, uses: []string{"base_dir", "deny_globs", "create_dirs", "workspace_roots", "unsafe_exec"}},
	taskPoll:         {name: "editor/task::poll", class: Read},
	taskCancel:       {name: "editor/task::cancel", class: Reversible},
	watchSubscribe:   {name: "editor/watch::subscribe", class: Reversible, needs: []string{"watch_roots", "watch_globs"}, uses: []string{"base_dir", "deny_globs"}},
	watchPoll:        {name: "editor/watch::poll", class: Read},
	watchUnsubscribe: {name: "editor/watch::unsubscribe", class: Reversible},
	agentPropose:     {name: "core/editor/action::agent-propose-patch", class: Read, needs: []string{"base_dir"}, uses: []string{"deny_globs", "workspace_roots"}},
	agentApply:       {name: "core/editor/action::agent-apply-patch-with-obligations", class: Outward, needs: []string{"base_dir", "allow_task_kinds"}, uses: []string{"deny_globs", "create_dirs", "workspace_roots"}},
	agentStore:       {name: "core/editor/agent::store-session-log", class: Reversible},
}

// opOf returns the op of a name. A switch over constants compiles to a search
// by length and content, without a table to build.
func opOf(name string) opID {
	switch name {
	case "editor/clipboard::get":
		return clipboardGet
	case "editor/clipboard::set":
		return clipboardSet
	case "editor/dialog::open":
		return dialogOpen
	case "editor/dialog::save":
		return dialogSave
	case "editor/plugin::command":
		return pluginCommand
	case "editor/task::spawn":
		return taskSpawn
	case "editor/task::poll":
		return taskPoll
	case "editor/task::cancel":
		return taskCancel
	case "editor/watch::subscribe":
		return watchSubscribe
	case "editor/watch::poll":
		return watchPoll
	case "editor/watch::unsubscribe":
		return watchUnsubscribe
	case "core/editor/action::agent-propose-patch":
		return agentPropose
	case "core/editor/action::agent-apply-patch-with-obligations":
		return agentApply
	case "core/editor/agent::store-session-log":
		return agentStore
	}
	return noOp
}

// byKind reports whether requests of the op carry task kinds, which decide how
// far the request reaches.
func (id opID) byKind() bool { return id == taskSpawn || id == agentApply }

// inWorkspace reports whether requests of the op name files of a workspace.
func (id opID) inWorkspace() bool {
	return id == taskSpawn || id == agentPropose || id == agentApply
}

// Ops returns the ops of the contract, in the order in which it lists them.
func Ops() []string {
	out := make([]string, 0, opCount-1)
	for _, o := range ops[1:] {
		out = append(out, o.name)
	}
	return out
}
