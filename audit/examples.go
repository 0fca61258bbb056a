package audit

// The examples of the rules are variations of a few short inputs, each of which
// breaks no rule at all.

// Around an element of an edit context.
const (
	contextHead = `{"editContextVersion":"0.1","selection":[{"id":"viv:p[0]","tag":"p"}],` +
		`"screen":{"elementIds":["viv:p[0]"]},"source":null,"untrusted":{"viv:p[0]":{`
	contextTail = `}}}`
	goodContext = contextHead + `"text":"Save"` + contextTail
)

// contextText is an edit context whose one element shows text, written as the
// inside of a JSON string.
func contextText(text string) string { return contextHead + `"text":"` + text + `"` + contextTail }

// contextSelect is an edit context with other members id and tag of the
// selected element.
func contextSelect(members string) string {
	return `{"editContextVersion":"0.1","selection":[{` + members + `}],` +
		`"screen":{"elementIds":["viv:p[0]"]},"source":null,"untrusted":{}}`
}

// contextScreen is an edit context with other ids on the screen.
func contextScreen(ids string) string {
	return `{"editContextVersion":"0.1","selection":[],"screen":{"elementIds":[` + ids + `]},"source":null,"untrusted":{}}`
}

// contextElement is an edit context of version 0.2 with one screen element.
func contextElement(members string) string {
	return `{"editContextVersion":"0.2","selection":[],"screen":{"elements":[{"id":"viv:p[0]","tag":"p",` + members +
		`}]},"source":null,"untrusted":{}}`
}

// askWindows is an ask body with these entries of openWindows.
func askWindows(entries string) string { return `{"ui":{"openWindows":[` + entries + `]}}` }

// askItem is an ask body with one attached item.
func askItem(members string) string { return `{"contextItems":[{` + members + `}]}` }

// Lines of a prompt. The nonce of the examples is that of SPEC.md.
const (
	promptHead  = "Summarise the page.\n"
	promptOpen  = "<untrusted-data-k3f4q2m7xa-1 kind=screen>\n"
	promptClose = "</untrusted-data-k3f4q2m7xa-1>\n"
	goodPrompt  = promptHead + promptOpen + "Totals\n" + promptClose
)

// promptPayload is a prompt whose one block holds payload.
func promptPayload(payload string) string {
	return promptHead + promptOpen + payload + "\n" + promptClose
}
