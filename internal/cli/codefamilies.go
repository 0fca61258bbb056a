package cli

import "strings"

// codeFamily explains the codes that begin alike and differ in what the message
// says anyway: which rule of one format was broken. A code with an entry of its
// own is not looked for here.
type codeFamily struct {
	prefix, title, text string
}

// codeFamilies are those of formats that have one code for each rule.
var codeFamilies = []codeFamily{
	{
		"coreform-", "a text is no CoreForm, or not of the shape that was asked for",
		"CoreForm is read strictly: one term, written in one of the ways that its grammar has, within the limits of the reader.\nThe message says which rule was broken and where.",
	},
	{
		"frame-", "a stream of frames is broken",
		"A frame is a length and as many bytes of UTF-8. Nothing after a broken frame is read, since nobody knows where the next one begins.",
	},
	{
		"bridge-", "a bridge program did not do what was asked",
		"It could not be started, is not the program that the policy pins, took too long, or answered with something else than one\nterm within its limits. The op has failed; that it had no effect is not certain.",
	},
	{
		"log-", "a log of effects is not what it should be",
		"An entry is not in its form, out of order, not chained to the one before, or does not match its request. What stands after\nthe place cannot be trusted. Keep the file, and compare its head hash with the one that was printed when it was closed.",
	},
	{
		"artifact-", "an artifact of a log cannot be used",
		"Artifacts are files named by the hash of their content, in the store that the command line names. This one is missing,\nchanged, too long, or has another name.",
	},
	{
		"approval-", "an effect that needs an approval did not get it",
		"There was no answer in time, the answer was no, or the approval was for another request, too old, or used before. An approval\nis for one request at one place of one session; ask again for another.",
	},
	{
		"host-", "a host cannot run, or has ended",
		"The configuration contradicts itself, or something was asked of a session that was closed. A host without a log does nothing.",
	},
	{
		"clipboard-", "the clipboard cannot be read or written",
		"There is none, its program is missing or failed, or what it holds is longer than allowed. The content is the same as before,\nunless the time ran out while it was being written.",
	},
	{
		"dialog-", "a dialog could not ask",
		"Its program is missing or failed, or what it would show is not allowed there. No path was taken from it.",
	},
	{
		"task-", "a background task did not do what was asked",
		"It was not accepted, took too long, was cancelled, or could not be run confined. The message says which.",
	},
	{
		"editor/task/", "a background task failed, or has something to tell",
		"The contract of tasks has a code for each reason, as an error or a diagnostic of the result. The message says which;\ndocs/tasks.md describes the kinds of tasks.",
	},
	{
		"editor/bridge-", "the bridge that a policy names did not do what was asked",
		"It is missing, is not below base_dir or not the program that is pinned, took too long, or answered with something else than one\nterm within its limits. The op has failed; that it had no effect is not certain. docs/host.md says what a bridge answers.",
	},
	{
		"editor/lint/", "a diagnostic of a task that reads sources",
		"It is about the source that the task was given, and not about the session. Its message and its place say what was found.",
	},
	{
		"watch-", "a folder cannot be watched",
		"It is gone, too large, or the subscription names what cannot be matched. Changes are not reported for it.",
	},
	{
		"patch-", "a patch cannot be made or applied",
		"It does not fit the files, or would touch what no patch may. The files are as they were before; with patch-conflict and patch-pending\nthe folder of undo records has what was there.",
	},
	{
		"agent-", "an action of an agent was not done",
		"It was not allowed, its obligations did not hold, or its log is not in its form. What was changed was put back.",
	},
	{
		"cfjson-", "a JSON text is no CoreForm term",
		"The JSON writing of terms is described in docs/host.md. The message says which rule was broken and where.",
	},
	{
		"schema-", "a schema cannot be used, or a term is not of it",
		"Schemas are JSON Schema over the JSON writing of terms, complete in themselves. The message says what is wrong.",
	},
	{
		"http-", "the server did not answer a request as asked",
		"The path, the query, the Host, the token or the form of the body is wrong, the body is too long or too slow, or\nthere is no room. The message says which; docs/serve.md describes the requests.",
	},
	{
		"serve-", "the server cannot be configured so",
		"A flag of promptcheck serve, or a field of its configuration, has a value that cannot work. The message says which.",
	},
	{
		"attest-", "what was checked cannot be stated",
		"A report is no JSON report of check, or the files that are named are not those that the reports speak of. Name them with\n--subject as they were named to check.",
	},
	{
		"vector-", "a test vector is not in its format",
		"Vectors have a header of known keys, in order, and a body in the encoding that it names. One that could not fail is refused\nas well. The message says which rule was broken and where.",
	},
	{
		"collection-", "a public collection is not in its format",
		"The reader expects what the collection had when the reader was written. The message says where it differs.",
	},
}

// familyOf returns the family that a code belongs to.
func familyOf(id string) (codeFamily, bool) {
	for _, f := range codeFamilies {
		if rest, ok := strings.CutPrefix(id, f.prefix); ok && rest != "" && strings.Trim(rest, codeLetters) == "" {
			return f, true
		}
	}
	return codeFamily{}, false
}

// codeLetters are the characters of error codes.
const codeLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"
