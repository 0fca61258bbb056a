package bpe

// A longRun follows a piece that is too long to split and count again for every
// prefix of it. Cut short, such a piece stays one piece, or it falls in two:
//
//   - a word of the cased families whose characters so far are all in the upper
//     run is cut behind the last of them that is in the lower run too;
//   - white space is cut behind its last CR or LF, except in the families where
//     the end of the text takes all of it.
//
// Both parts are counted prefix by prefix. The second begins anew with every
// such character, so all together it is no longer than the piece.
type longRun struct {
	encoding *Encoding
	text     string // all of the text
	start    int    // where the piece begins
	end      int    // how far the piece has been followed
	cut      int    // where it falls in two; start if it does not
	word     bool   // characters may cut it as a word of a cased family
	space    bool   // line ends may cut it
	on       class  // the piece goes on with these classes
	off      class  // if on is 0: it goes on without these classes
	endings  bool   // it goes on with line ends only
	whole    prefixCounts
	rest     prefixCounts
}

// begin starts to follow the piece of text at start.
func (r *longRun) begin(e *Encoding, text string, start int) {
	c, width := classAt(text, start)
	next := class(0)
	if start+width < len(text) {
		next, _ = classAt(text, start+width)
	}
	info := families[e.family]
	// The first character of a word may be anything; the second tells.
	*r = longRun{
		encoding: e, text: text, start: start, end: start, cut: start,
		word:  info.cased && next&classBoth != 0 && c&classNewline == 0,
		space: info.lineEnds && c&classSpace != 0 && next&classSpace != 0,
		whole: prefixCounts{trie: e.trie()},
		rest:  prefixCounts{trie: e.trie()},
	}
	switch letters := wordClass(e.family); {
	case next&letters != 0:
		r.on = letters
	case next&(classSpace|classNumber) != 0:
		r.on = next & (classSpace | classNumber)
	default:
		r.off = classSolid
		if e.family == FamilyQwen35 {
			r.off |= classBoth
		}
	}
	r.whole.reset()
	r.rest.reset()
}

// wordClass returns the classes that words of a family are made of.
func wordClass(f Family) class {
	if families[f].cased || f == FamilyQwen35 {
		return classBoth
	}
	return classLetter
}

// goesOn reports whether the code point at r.end belongs to the piece, for a
// piece of at least two code points that has been followed up to there. It may
// be wrong for FamilyDeepSeekV3, which has more kinds of pieces.
func (r *longRun) goesOn() bool {
	c, _ := classAt(r.text, r.end)
	b := r.text[r.end]
	if r.on == classBoth && families[r.encoding.family].cased && !r.word {
		return c&classLower != 0 // the lower run has begun
	}
	if r.on != 0 {
		return c&r.on != 0
	}
	if r.encoding.family == FamilyGPT2 {
		return c&r.off == 0
	}
	if c&classNewline != 0 {
		r.endings = true
		return true
	}
	if r.endings {
		return b == '/' && families[r.encoding.family].cased
	}
	return c&r.off == 0
}

// follow moves the end of the piece to a later code point boundary.
func (r *longRun) follow(end int) {
	for r.end < end {
		c, width := classAt(r.text, r.end)
		first := r.end == r.start
		r.end += width
		switch {
		case r.word && c&classUpper == 0 && !first:
			// The lower run has begun: nothing cuts the word any more.
			r.word, r.cut = false, r.start
		case r.word && c&classBoth == classBoth, r.space && c&classNewline != 0:
			r.cut = r.end
			r.rest.reset()
		}
	}
}

// count returns the count of the text from start up to the end followed.
func (r *longRun) count() int {
	if r.cut == r.start || r.cut == r.end {
		return r.whole.at(r.text[r.start:], r.end-r.start)
	}
	n := r.whole.at(r.text[r.start:], r.cut-r.start)
	if r.encoding.vocab.find(r.text, r.cut, r.end) != none {
		return n + 1
	}
	return n + r.rest.at(r.text[r.cut:], r.end-r.cut)
}
