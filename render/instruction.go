package render

import (
	"embed"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// constant is a string that only an untyped constant converts to without a
// conversion: the type cannot be named outside this package, so a variable of
// type string does not compile where one is wanted. It stops mistakes and not
// malice: generics and reflection can get around it.
type constant string

// Text is an instruction. It accepts constants of the program only. What is not
// UTF-8, or shaped like a fence line, is an error of Render with [CodeInstruction].
func Text(s constant) Part { return Part{instruction: string(s)} }

// Arg fills a place of [Textf].
type Arg struct {
	text string
	ok   bool
}

// Int is a number from the configuration, never from data.
func Int(n int) Arg { return Arg{text: strconv.Itoa(n), ok: true} }

// Enum is a member of a closed set of the application: a type on uint8 whose
// String method returns words of its own, up to 64 letters, digits, spaces or
// any of "._-". Data that was parsed into such a type is safe too, since the
// type can hold nothing else.
func Enum[E interface {
	~uint8
	String() string
}](e E,
) Arg {
	s := e.String()
	return Arg{text: s, ok: plainWords(s)}
}

// maxEnum bounds the text of an enum: a name and not a message.
const maxEnum = 64

func plainWords(s string) bool {
	if s == "" || len(s) > maxEnum {
		return false
	}
	for _, b := range []byte(s) {
		letter := b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
		if !letter && !strings.ContainsRune(" ._-", rune(b)) {
			return false
		}
	}
	return true
}

// Textf is an instruction with places for arguments, each written %v; a per
// cent sign is written %%. A mismatch is an error of Render.
func Textf(format constant, args ...Arg) Part {
	var b strings.Builder
	rest, next := string(format), 0
	for {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			break
		}
		b.WriteString(rest[:i])
		switch {
		case strings.HasPrefix(rest[i:], "%%"):
			b.WriteByte('%')
		case strings.HasPrefix(rest[i:], "%v") && next < len(args) && args[next].ok:
			b.WriteString(args[next].text)
			next++
		default:
			return failed(partError(CodeInstruction, "a place of the format has no usable argument",
				"write %v for each argument and %% for a per cent sign"))
		}
		rest = rest[i+2:]
	}
	if next != len(args) {
		return failed(partError(CodeInstruction, "more arguments than places", "write %v for each argument"))
	}
	b.WriteString(rest)
	return Part{instruction: b.String()}
}

// TextFS is an instruction from a file that is embedded in the program. A file
// that is not there, or not in UTF-8, is an error of Render.
func TextFS(fsys embed.FS, name constant) Part {
	b, err := fsys.ReadFile(string(name))
	if err != nil {
		return failed(partError(CodeInstruction, "an instruction file is not embedded", "check the go:embed pattern"))
	}
	return Part{instruction: string(b)}
}

// checkInstruction refuses instructions that would make a prompt ambiguous: with
// text shaped like a fence line, or not in UTF-8, whose bytes would be others in
// JSON and offsets behind them wrong. (What of data is not UTF-8 is escaped.) The
// offset of the error is in the instruction, after the arguments of [Textf].
func checkInstruction(s string) error {
	if at := invalidUTF8(s); at >= 0 {
		return &ringfence.Error{
			Code: CodeInstruction, Message: "an instruction is not UTF-8", Offset: int64(at),
			Hint: "save the source or the embedded file as UTF-8; text from outside is passed as data",
		}
	}
	for range fence.FenceShapes(s) {
		return partError(CodeInstruction, "an instruction holds text shaped like a fence line",
			"describe blocks in words, or rely on fence.Guide")
	}
	return nil
}

// invalidUTF8 returns the place of the first byte that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	at := 0
	for at < len(s) {
		r, n := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return at
}
