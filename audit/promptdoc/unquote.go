package promptdoc

import (
	"bytes"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// rooms are for strings with escapes, which are copied from there.
var rooms sync.Pool // of *[]byte

// maxRoom is the longest room that is kept, in bytes: bodies of hooks have it.
const maxRoom = 64 << 10

// Unquote returns the text of a JSON string, given with its quotation marks, that was
// read from valid JSON. Of anything else the text is unspecified, and the error may
// be that of jsontext.AppendUnquote.
func Unquote(raw []byte) (string, error) {
	if n := len(raw); n >= 2 && raw[0] == '"' && raw[n-1] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : n-1]), nil
	}
	room, ok := rooms.Get().(*[]byte)
	if !ok {
		room = new([]byte)
	}
	var err error
	*room, err = jsontext.AppendUnquote((*room)[:0], raw)
	s := string(*room)
	if cap(*room) <= maxRoom {
		rooms.Put(room)
	}
	return s, err
}
