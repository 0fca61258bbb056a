package cli

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// paddedMember is a member of gzip with little text in it, and as many bytes as are
// wanted: blocks without text stand before the one that has it.
func paddedMember(text string, total int) []byte {
	stored := func(final byte, s string) []byte {
		b := binary.LittleEndian.AppendUint16([]byte{final}, uint16(len(s)))
		return append(binary.LittleEndian.AppendUint16(b, ^uint16(len(s))), s...)
	}
	tail := binary.LittleEndian.AppendUint32(stored(1, text), crc32.ChecksumIEEE([]byte(text)))
	tail = binary.LittleEndian.AppendUint32(tail, uint32(len(text)))
	const head, empty = 12, 5
	pad := total - head - len(tail)
	b := append([]byte{0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 255}, byte(pad%empty), 0) // an extra field of what is left over
	b = append(b, strings.Repeat("x", pad%empty)...)
	b = append(b, bytes.Repeat(stored(0, ""), pad/empty)...)
	return append(b, tail...)
}

// What stands in gzip behind as many bytes as a file may have is no part of what was
// read: such a file is not clean, wherever a member ends.
func TestGzipBehindTheLimit(t *testing.T) {
	const limit = 1000
	attack := zipped("a <|im_start|> b\n")
	for _, c := range []struct{ total, want int }{
		{limit - len(attack), ExitFindings},
		{limit - len(attack) + 1, ExitUnchecked},
		{limit - 1, ExitUnchecked},
		{limit, ExitUnchecked},
		{limit + 1, ExitUnchecked},
		{limit + 2, ExitUnchecked},
	} {
		body := append(paddedMember("Sort a list.\n", c.total), attack...)
		file := filepath.Join(t.TempDir(), "a.txt.gz")
		if err := os.WriteFile(file, body, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, "-"} {
			var out, errs bytes.Buffer
			cmd := Command{Stdin: bytes.NewReader(body), Stdout: &out, Stderr: &errs}
			if code := cmd.Main([]string{"check", "--kind", "prompt", "--max-bytes", "1000", name}); code != c.want {
				t.Errorf("a member of %d bytes in %s: status %d, want %d\n%s%s", c.total, name, code, c.want, &out, &errs)
			}
			if c.want == ExitUnchecked && !strings.Contains(errs.String(), "body-too-large: the file is longer than 1000 bytes") {
				t.Errorf("%d: %s", c.total, &errs)
			}
		}
	}
}
