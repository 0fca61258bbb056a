package frame

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

const (
	// Max is the longest payload that a header can announce, in bytes.
	Max = 999_999_999
	// MaxHeader is the length of the longest header, its line feed included.
	MaxHeader = 10
	// firstRoom is how much is allocated before any payload byte has come: a
	// header costs a peer nothing, so it buys no memory.
	firstRoom = 4 << 10
)

// Append appends a frame: the decimal length, a line feed, the payload. A
// payload that is not UTF-8 (CodeUTF8) or longer than [Max]
// (CodeLimit) is an error, and dst is returned as it was.
func Append(dst, payload []byte) ([]byte, error) {
	if len(payload) > Max {
		return dst, frameError(CodeLimit, Max)
	}
	if at := invalidUTF8(payload); at >= 0 {
		return dst, frameError(CodeUTF8, at)
	}
	dst = strconv.AppendInt(dst, int64(len(payload)), 10)
	return append(append(dst, '\n'), payload...), nil
}

// Parse returns the payload of src, which must be one frame and nothing
// else, with at most limit bytes of payload. The payload is part of src.
func Parse(src []byte, limit int) ([]byte, error) {
	payload, rest, err := Cut(src, limit)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, frameError(CodeTrailing, len(src)-len(rest))
	}
	return payload, nil
}

// Cut returns the payload of the frame that src begins with, and what
// follows it. Both are part of src.
func Cut(src []byte, limit int) (payload, rest []byte, err error) {
	n, size, err := header(src, true)
	if err != nil {
		return nil, nil, err
	}
	if n > limit {
		return nil, nil, frameError(CodeLimit, 0)
	}
	if len(src)-size < n {
		return nil, nil, frameError(CodeShort, len(src))
	}
	payload, rest = src[size:size+n:size+n], src[size+n:]
	if at := invalidUTF8(payload); at >= 0 {
		return nil, nil, frameError(CodeUTF8, size+at)
	}
	return payload, rest, nil
}

// Read reads one frame and not a byte more, which costs a call of Read for
// each byte of the header: give it a buffered reader. At the end of the input,
// before any byte of a frame, the error is [io.EOF] itself; every other is a
// [ringfence.Error]. The memory it takes follows what was received, never what
// was announced.
func Read(r io.Reader, limit int) ([]byte, error) {
	var head [MaxHeader]byte
	var n int
	for got := 0; ; {
		if _, err := io.ReadFull(r, head[got:got+1]); err != nil {
			return nil, readError(err, got)
		}
		got++
		length, size, err := header(head[:got], false)
		if err != nil {
			return nil, err
		}
		if size > 0 {
			n = length
			break
		}
	}
	size := len(strconv.Itoa(n)) + 1
	if n > limit {
		return nil, frameError(CodeLimit, 0)
	}
	payload := make([]byte, 0, min(n, firstRoom))
	for len(payload) < n {
		if len(payload) == cap(payload) {
			payload = append(make([]byte, 0, min(n, 4*cap(payload))), payload...)
		}
		got, err := r.Read(payload[len(payload):cap(payload)])
		payload = payload[:len(payload)+got]
		if err != nil && len(payload) < n {
			return nil, readError(err, size+len(payload))
		}
	}
	if at := invalidUTF8(payload); at >= 0 {
		return nil, frameError(CodeUTF8, size+at)
	}
	return payload, nil
}

// header reads the header at the beginning of src. size is its length with the
// line feed, or 0 when it goes on after src, which is an error if src is whole.
func header(src []byte, whole bool) (n, size int, err error) {
	for i, c := range src[:min(len(src), MaxHeader)] {
		switch {
		case c == '\n' && i > 0:
			return n, i + 1, nil
		case c < '0' || c > '9' || i == MaxHeader-1 || i == 1 && src[0] == '0':
			return 0, 0, frameError(CodeHeader, i)
		}
		n = 10*n + int(c-'0')
	}
	if whole {
		return 0, 0, frameError(CodeShort, len(src))
	}
	return 0, 0, nil
}

// readError turns the end of the input into what it means after got bytes.
func readError(err error, got int) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return &ringfence.Error{Code: CodeRead, Message: "the input cannot be read", Offset: int64(got), Err: err}
	}
	if got == 0 {
		return io.EOF
	}
	return frameError(CodeShort, got)
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// frameError returns the error of a code at a byte of the input.
func frameError(code ringfence.Code, at int) *ringfence.Error {
	message := map[ringfence.Code]string{
		CodeHeader:   "a frame begins with its length in bytes and a line feed",
		CodeLimit:    "the frame is longer than allowed",
		CodeShort:    "the frame ends too early",
		CodeTrailing: "bytes follow the frame",
		CodeUTF8:     "the frame is not UTF-8",
	}[code]
	return &ringfence.Error{Code: code, Message: message, Offset: int64(at)}
}
