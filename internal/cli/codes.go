package cli

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/models"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// codeDoc explains an error code that is no rule of the audit.
type codeDoc struct {
	code  ringfence.Code
	title string
	text  string
}

// codes are the error codes of this module without a rule, by package. A test
// holds the list against the constants that the packages declare.
var codes = []codeDoc{
	{
		CodeUsage, "the command line is wrong",
		"A command, flag or argument is missing, unknown or of the wrong form. The hint says what may have been meant;\npromptcheck help COMMAND lists what there is.",
	},
	{CodeFile, "a file cannot be read or written", "The operating system said why. Files that are written replace the old one whole or not at all."},
	{
		CodeNotRegular, "what is named is no regular file",
		"Pipes and devices are not opened, since they can block for ever or have no end: give their content on standard input, as -.\nSymbolic links inside a folder are not followed, since they can lead out of it or in circles.",
	},
	{codeRequest, "what came on standard input is no request", "A request for the host is a framed {:op SYMBOL :payload TERM}: its length in bytes, a line feed, and the term."},
	{CodeConfig, "a configuration is wrong", "Every key, rule, severity and kind in it has to be known: what was meant to be stricter must not be passed over."},
	{CodeGzip, "compressed data cannot be read", "It is damaged, breaks off, or expands out of all proportion. What came before it was checked where it is JSON Lines."},
	{
		CodeBinary, "a file is no text",
		"It holds zero bytes, as programs, images and text in UTF-16 do. With --kind text any bytes are checked, as data that\ngoes into a prompt.",
	},
	{
		promptdoc.CodePointer, "what should lead to a field is no JSON pointer",
		"A pointer is empty or begins with a slash, and a tilde in it has 0 (a tilde), 1 (a slash) or 2 (an asterisk that is a\nname) behind it.",
	},
	{
		promptdoc.CodePointerMissing, "a record has nothing where a field should be",
		"There is no such member or element, or it is null. Nothing was looked at, which would seem clean if it were passed over:\nthe pointer may have a slip in it. Leave out such records, or point at what all have.",
	},
	{
		promptdoc.CodePointerType, "a field is no string",
		"What a pointer selects is checked as a text. Point at the strings in a list or an object, with a longer pointer as well if\nother records have a string there.",
	},
	{
		CodeNothingCompared, "what was to be compared with others met none",
		"A file of --with, --prompt or --pins is compared with prompts, answers or tool definitions. There were none in the run, which\nwould look like one in which nothing differs.",
	},
	{CodeNoRecords, "a file of JSON Lines holds nothing to check", "An audit of nothing would look like a clean one."},
	{
		report.CodeInvalid, "a file is no report that can be relied on",
		"It is not JSON, breaks off, lacks a member, or has no fingerprints where they are needed. A report that is read in part\nwould be a better one than it is.",
	},
	{
		report.CodeMerge, "reports do not make one",
		"They were made by different versions or with different rules, or parts of a run are missing or there twice.",
	},
	{CodeNoFiles, "a folder holds nothing to check", "An audit of nothing would look like a clean one. The help of check says which files are taken from a folder."},

	{contract.CodeLimit, "a limit is impossible", "A field of contract.Limits is negative, or the depth is over contract.MaxDepth."},
	{contract.CodeSecret, "the secret is too short, or another one", "Stored states are signed with a secret of the application. Use at least 16 random bytes and keep them."},
	{contract.CodeStoredVersion, "a stored state has another version", "It was written by another version of this module. Go on as if there were no earlier turn."},
	{
		contract.CodeTampered, "a stored state was changed",
		"It was not signed with this secret, or was changed after. Go on as if there were no earlier turn, and ask how it was changed.",
	},

	{fence.CodeNonce, "text that should be a nonce is none", "A nonce has 10 to 64 characters of a-z and 2-7. Keep what Nonce.Reveal returned, or make a new one."},
	{fence.CodeToken, "a control token of the user's own table is impossible", "The literal cannot be made inert, or the tokenizer file that it comes from cannot be read."},
	{fence.CodeFindAbsent, "the text to find is not in the block", "A model quoted something that is not there, or not as it stands there. Ask it again."},
	{fence.CodeFindAmbiguous, "the text to find is in the block more than once", "An edit must be certain of its place. Ask the model for a longer quotation."},
	{
		fence.CodeReplaceEscape, "a replacement holds an escape of its own",
		"In a replacement only the escapes are decoded that the text it replaces holds. Any other would smuggle a character in that nobody saw.",
	},
	{
		fence.CodeReplaceCharacter, "a replacement holds a character that nobody sees",
		"An invisible, bidirectional or control character is in the replacement and not in the text it replaces.",
	},

	{budget.CodeNotPositive, "the token limit is not positive", "Give the tokens that the prompt may have."},
	{budget.CodeTooLarge, "the token limit is above every context window", "The unit was probably mistaken: the limit is in tokens."},
	{budget.CodeNoCounter, "the limit has no counter", "Name a vocabulary, or count bytes as an upper bound."},
	{budget.CodeReserve, "the reserve is impossible", "It is negative, or leaves nothing of the limit."},
	{budget.CodeMargin, "the margin is impossible", "It is not a share of zero or more, or it is missing although the counter only estimates."},
	{budget.CodeStep, "the step of the limit is negative", "Give the tokens by which a limit is rounded down, or 0."},
	{budget.CodeItem, "a part has no smallest form", "Whether it fits could not be said independently of the limit. This is a fault of the program that made the parts."},
	{budget.CodeSubtree, "a subtree of the limit is impossible", "Its name or a part of it is empty, or its tokens are not 1 to budget.MaxTokens."},
	{budget.CodeWithin, "a part is in a subtree without a limit", "A limit that silently does not apply is worse than none: give one to the subtree, or to one that holds it."},
	{budget.CodeBreakpoint, "a breakpoint is impossible", "It is below zero or below the one before it, leaves nothing of the limit, divides a group, or there are too many."},
	{budget.CodeCount, "a provider gave no count", "The cause says why. Without a count the prompt is not confirmed."},
	{budget.CodeUnconfirmed, "a provider counted too many tokens each time", "The local counter is too far off for this model: raise the margin of the limit."},
	{budget.CodeRequired, "what is mandatory does not fit", "Instructions and the request are never cut. Raise --budget or shorten the request; the message names what does not fit."},
	{budget.CodeCancelled, "the work was cancelled", "The context ended before the prompt was made."},

	{render.CodePart, "a part cannot be rendered", "It was made of something that is missing, such as a nil edit context."},
	{render.CodeInstruction, "an instruction cannot be rendered", "It holds text shaped like a fence line, or its arguments do not match."},
	{render.CodeOrdinal, "ordinals ran out", "The first ordinal is negative, or a conversation has a thousand million blocks. Begin a new one with a new nonce."},
	{render.CodeOverflow, "a part that may not be cut has a field over its limit", "Shorten the field, or let the part be cut: then the record says what is left out."},
	{render.CodeEmpty, "there is nothing in the prompt", "No instruction and no request was given, and nothing of the data fits. Raise the budget."},
	{render.CodeSession, "a stored session cannot be used", "It cannot be read, was changed, was made under another secret, or cannot be stored as it is. Begin a new conversation."},

	{bpe.CodeRankFile, "a rank file is not one", "Each line has a token in base64, a space and its rank; the message names the line. Fetch the file again."},
	{bpe.CodeVocabulary, "a packed vocabulary is damaged", "It was cut or changed after it was packed. Counting with what is left would be wrong, so there is none."},
	{bpe.CodeFamily, "there is no such pattern family", "A vocabulary splits text in one of a few ways, and this name is none of them. The hint lists them."},
	{bpe.CodeToken, "there is no token with this id", "Ids come from one vocabulary; one of another, or of a special token, has no text here."},
	// By their texts: the adapter is an oracle for tests, and would bring a second
	// copy of every vocabulary into the program.
	{"encoding-unknown", "there is no encoding of this name", "The adapter knows the encodings that are linked in, by the names that tiktoken gives them."},
	{"encoding-load", "a vocabulary that is linked in cannot be read", "This is a fault of the build: build again from the released source."},
	{models.CodeUnknown, "the table has no such model", "No entry fits the name. Name the vocabulary itself, or count bytes as an upper bound: a guess would count too few."},
}
