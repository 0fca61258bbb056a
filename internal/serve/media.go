package serve

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strings"
)

// sniffed is how much of a file tells what it is, in letters of base64.
const sniffed = 684 // 512 bytes

// isBinary reports whether the inside of a JSON string is a file in base64, alone
// or in a data: URL, that is no text by its first bytes. What somebody says that
// it is does not count.
func isBinary(s []byte) bool {
	const mark = ";base64,"
	if head := s[:min(len(s), 256)]; bytes.HasPrefix(head, []byte("data:")) {
		k := bytes.Index(head, []byte(mark))
		if k < 0 || !plainWord(bytes.ReplaceAll(head[:k], []byte(";"), nil)) {
			return false
		}
		s = s[k+len(mark):]
	}
	if s = bytes.TrimRight(s, "="); len(s) < len("R0lGODlhAQABAA") || !plainWord(s) || bytes.ContainsAny(s, ".:@=") {
		return false
	}
	head := s[:min(len(s), sniffed)]
	head = head[:len(head)-len(head)%4]
	encoding := base64.StdEncoding
	if bytes.ContainsAny(head, "-_") {
		encoding = base64.URLEncoding
	}
	file, err := encoding.DecodeString(string(head))
	return err == nil && !strings.HasPrefix(http.DetectContentType(file), "text/")
}
