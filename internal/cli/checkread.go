package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strconv"
	"sync/atomic"

	"github.com/ringfence/ringfence"
)

// Codes of what is wrong with files before they are looked at.
const (
	// CodeGzip: compressed data is damaged, breaks off, or expands without end.
	CodeGzip ringfence.Code = "gzip"
	// CodeBinary: a file whose kind was to be guessed is no text.
	CodeBinary ringfence.Code = "file-binary"
	// CodeNoRecords: a JSON Lines file holds no record.
	CodeNoRecords ringfence.Code = "no-records"
)

// Bounds of what gzip may expand to in a file of JSON Lines, which has no other
// limit: more than maxExpansion bytes for each compressed one, beyond freeExpansion
// bytes, is no text that anybody stores. Deflate reaches 1032.
const (
	maxExpansion  = 300
	freeExpansion = 256 << 20
)

// open opens a file or standard input, of which it reads most bytes and no more, and
// looks through gzip. More is an error of the read: to gzip an end would be the end of
// the file, and what stands behind it in nothing that was checked.
func (c *settings) open(inv *invocation, name string, most int64) (r *bufio.Reader, size int64, done func(), err error) {
	var in io.Reader
	done = func() {}
	if name == stdinName {
		if in, err = inv.takeStdin(); err != nil {
			return nil, 0, done, err
		}
	} else {
		var f *os.File
		if f, size, err = openRegular(name); err != nil {
			return nil, 0, done, err
		}
		in, done = f, func() { _ = f.Close() } // it was only read
	}
	counted := &countingReader{r: in, most: most, sum: c.read}
	if c.read != nil && size > 0 {
		whole, closeFile := size, done
		done = func() {
			closeFile()
			c.read.Add(max(0, whole-counted.n)) // of a file that is refused, the rest is done too
		}
	}
	r = bufio.NewReaderSize(counted, 64<<10)
	if !isGzip(r) {
		return r, size, done, nil
	}
	g, err := newGzipReader(r, counted)
	if err != nil {
		return nil, 0, done, err
	}
	return bufio.NewReaderSize(g, 64<<10), 0, done, nil
}

// body reads a file whole, up to the limit.
func (c *settings) body(inv *invocation, name string) ([]byte, error) {
	r, size, done, err := c.open(inv, name, int64(c.maxBytes)+1)
	defer done()
	if err != nil {
		return nil, err
	}
	if size > int64(c.maxBytes) {
		return nil, tooLarge(c.maxBytes)
	}
	return readAll(r, size, c.maxBytes)
}

// countingReader counts the bytes that were read, and reads no more than most.
type countingReader struct {
	r    io.Reader
	n    int64
	most int64
	sum  *atomic.Int64 // of all readers; nil where nobody asks
}

// Read implements [io.Reader].
func (c *countingReader) Read(p []byte) (int, error) {
	left := c.most - c.n
	if left <= 0 {
		return 0, tooLarge(int(c.most - 1))
	}
	n, err := c.r.Read(p[:min(int64(len(p)), left)])
	c.n += int64(n)
	if c.sum != nil {
		c.sum.Add(int64(n))
	}
	return n, err
}

// gzipReader reads what is in gzip and stops where that is out of proportion.
type gzipReader struct {
	z      *gzip.Reader
	behind *bufio.Reader // what z reads from, and no byte too much
	in     *countingReader
	n      int64
}

// newGzipReader reads what r holds in gzip; in counts the bytes that r reads.
func newGzipReader(r *bufio.Reader, in *countingReader) (*gzipReader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, gzipError(err)
	}
	z.Multistream(false) // what is behind a member is looked at first
	return &gzipReader{z: z, behind: r, in: in}, nil
}

// isGzip reports whether a member of gzip begins here.
func isGzip(r *bufio.Reader) bool {
	magic, _ := r.Peek(2)
	return bytes.Equal(magic, []byte{0x1F, 0x8B})
}

// Read implements [io.Reader].
func (g *gzipReader) Read(p []byte) (int, error) {
	if g.n > freeExpansion && g.n/maxExpansion > g.in.n {
		return 0, &ringfence.Error{
			Code: CodeGzip, Message: "the compressed data expands to more than " + strconv.Itoa(maxExpansion) + " times its size",
			Hint: "decompress it yourself if this is meant", Offset: ringfence.NoOffset,
		}
	}
	n, err := g.z.Read(p)
	g.n += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		err = g.next()
	case err != nil:
		err = gzipError(err)
	}
	return n, err
}

// next goes on to the member behind one that has ended: files in gzip may be
// concatenated. io.EOF means that nothing is behind it.
func (g *gzipReader) next() error {
	if _, err := g.behind.Peek(1); err != nil {
		return err
	}
	if !isGzip(g.behind) {
		if _, err := g.behind.Peek(2); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		return &ringfence.Error{
			Code: CodeGzip, Message: "something that is not gzip follows the compressed data", Offset: ringfence.NoOffset,
			Hint: "nothing reads what stands there: find out how it came to the end of the file",
		}
	}
	if err := g.z.Reset(g.behind); err != nil {
		return gzipError(err)
	}
	g.z.Multistream(false)
	return nil
}

func gzipError(err error) error {
	var own *ringfence.Error
	if errors.As(err, &own) {
		return err
	}
	message := "the compressed data is damaged"
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		message = "the compressed data breaks off"
	}
	return &ringfence.Error{Code: CodeGzip, Message: message, Offset: ringfence.NoOffset, Err: err}
}

// isBinary reports whether a body is no text: text has no zero byte. Text in
// UTF-16 has, and is nothing that is sent to a model as it is.
func isBinary(body []byte) bool {
	const looked = 64 << 10
	return bytes.IndexByte(body[:min(len(body), looked)], 0) >= 0
}

func binaryError() error {
	return &ringfence.Error{
		Code: CodeBinary, Message: "the file is no text", Offset: ringfence.NoOffset,
		Hint: "say --kind text to check any bytes as data that goes into a prompt",
	}
}
