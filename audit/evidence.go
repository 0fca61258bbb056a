package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"
	"strings"
)

// evidence is a running digest of everything that one finding stands for. A rule
// that makes one finding of a text gives the place of the first hit only, and one
// that found more than is listed says how many are left out. Whoever knows a
// finding again by that alone would take new attacks behind it for known ones.
//
// Nothing of the hits is kept. The zero evidence is ready.
type evidence struct {
	text string // that hit looks into, if it is given none
	h    hash.Hash
	room []byte // for what is digested: h takes bytes
	n    int
	last string // the text that was digested whole, see hits
}

const (
	// maxNear is how much is digested on each side of a hit, within its line: a
	// token says little, and the words beside it what it is for.
	maxNear = 32
	// evidenceLen is the length of a digest in hexadecimal digits: 128 bits.
	evidenceLen = 32
	// digestStep is how much is digested at once: a few blocks of the hash, so
	// that a megabyte of one finding is not copied as a whole.
	digestStep = 4 << 10
)

// in sets the text of the hits that follow.
func (e *evidence) in(s string) { e.text = s }

// hit digests s[start:end] of the text and what stands beside it in its line.
func (e *evidence) hit(start, end int) { e.hits(e.text, start, end) }

// hits is hit for places in a text that changes. Each of the first maxCounted
// hits is digested by itself; behind them each text is, once and whole, which is
// more than is needed and stays linear.
func (e *evidence) hits(s string, start, end int) {
	e.n++
	switch {
	case e.n <= maxCounted:
		e.write(nearby(s, start, end))
	case e.last != s:
		e.write(s)
		e.last = s
	}
}

// whole digests the whole text, where a search stopped before its end.
func (e *evidence) whole() { e.write(e.text) }

// write digests a piece with its length, so that no pieces pass for others.
func (e *evidence) write(s string) {
	if e.h == nil {
		e.h = sha256.New()
	}
	e.room = append(strconv.AppendInt(e.room[:0], int64(len(s)), 10), ':')
	for {
		n := min(len(s), digestStep-len(e.room))
		e.room = append(e.room, s[:n]...)
		e.h.Write(e.room)
		if s = s[n:]; s == "" {
			return
		}
		e.room = e.room[:0]
	}
}

// join digests what another evidence has seen.
func (e *evidence) join(o *evidence) {
	e.n += o.n
	e.write(o.sum())
}

// sum is the digest of what was seen, "" of nothing.
func (e *evidence) sum() string {
	if e.h == nil {
		return ""
	}
	all := sha256.Sum256(e.h.Sum([]byte(strconv.Itoa(e.n) + ":")))
	return hex.EncodeToString(all[:])[:evidenceLen]
}

// digest is the evidence of one hit.
func digest(s string, start, end int) string {
	var e evidence
	e.hits(s, start, end)
	return e.sum()
}

// nearby is s[start:end] and up to maxNear bytes on both sides of it within the
// line, without white space at the ends of those.
func nearby(s string, start, end int) string {
	start = min(max(start, 0), len(s))
	end = min(max(start, end), len(s))
	from, to := max(0, start-maxNear), min(len(s), end+maxNear)
	if k := strings.LastIndexByte(s[from:start], '\n'); k >= 0 {
		from += k + 1
	}
	if k := strings.IndexByte(s[end:to], '\n'); k >= 0 {
		to = end + k
	}
	for from < start && isBlank(s[from]) {
		from++
	}
	for to > end && isBlank(s[to-1]) {
		to--
	}
	return s[from:to]
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// witness is a sink that keeps what a finding stands for.
type witness interface {
	// standsFor sets the digest of the finding that is added next; "" for that
	// of its own place.
	standsFor(sum string)
}

// addAll records one finding for all that was seen.
func addAll(put sink, seen *evidence, rule string, start, end int, message string) {
	w, ok := put.(witness)
	if ok {
		w.standsFor(seen.sum())
		defer w.standsFor("")
	}
	put.add(rule, start, end, message)
}
