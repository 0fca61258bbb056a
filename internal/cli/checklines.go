package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/ringfence/ringfence"
)

// Sizes of the pieces that a file of JSON Lines is divided into: enough work to
// hide what handing it over costs, and little enough to be in memory many times.
const (
	chunkBytes   = 128 << 10
	chunkRecords = 1024
)

// blanks are the characters of a line that holds no record: the white space of JSON.
// Other white space is what rules look for.
const blanks = " \t\r\n"

// jsonLine is one record of a chunk.
type jsonLine struct {
	start, end int   // in the chunk
	number     int   // of the line, from 1
	offset     int64 // in the file
	err        error // why there is no text
}

// chunk is a run of records.
type chunk struct {
	text  []byte
	lines []jsonLine
}

// lineReader divides a file of JSON Lines. It keeps one chunk, whatever the
// length of the file and of its lines.
type lineReader struct {
	r      *bufio.Reader
	limit  int // bytes of a line
	shard  shard
	line   int
	offset int64
	count  int // records seen, of all shards
}

// next returns the next records of the shard; an error, or io.EOF, comes after
// the records before it.
func (l *lineReader) next() (chunk, error) {
	var c chunk
	for len(c.text) < chunkBytes && len(c.lines) < chunkRecords {
		err := l.one(&c)
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// one reads a line into the chunk. What is longer than the limit is read to its
// end and dropped.
func (l *lineReader) one(c *chunk) error {
	start, length, over := len(c.text), 0, false
	for {
		part, err := l.r.ReadSlice('\n')
		length += len(part)
		if over = over || len(c.text)-start+len(part) > l.limit+len("\r\n"); !over {
			c.text = append(c.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if length == 0 || err != nil && !errors.Is(err, io.EOF) {
			c.text = c.text[:start] // half a line is no record
			if errors.Is(err, io.EOF) {
				return err
			}
			return readError(err)
		}
		break
	}
	l.line++
	rec := jsonLine{start: start, number: l.line, offset: l.offset}
	l.offset += int64(length)
	body := bytes.TrimSuffix(bytes.TrimSuffix(c.text[start:], []byte("\n")), []byte("\r"))
	if over || len(body) > l.limit {
		body, rec.err = nil, tooLong(l.limit)
	}
	if rec.err == nil && len(bytes.Trim(body, blanks)) == 0 {
		c.text = c.text[:start]
		return nil
	}
	l.count++
	if !l.shard.hasRecord(l.line) {
		c.text = c.text[:start]
		return nil
	}
	c.text = c.text[:start+len(body)]
	rec.end = len(c.text)
	c.lines = append(c.lines, rec)
	return nil
}

func tooLong(limit int) error {
	var e *ringfence.Error
	err := tooLarge(limit)
	if errors.As(err, &e) {
		with := *e
		with.Message = "the record is longer than " + number(limit) + " bytes"
		return &with
	}
	return err
}

func noRecords() error {
	return &ringfence.Error{
		Code: CodeNoRecords, Message: "the file holds no record", Offset: ringfence.NoOffset,
		Hint: "an audit of nothing would look like a clean one",
	}
}
