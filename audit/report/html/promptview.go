package html

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// promptView is the prompt on the page.
type promptView struct {
	Legend  []legend
	Regions []regionView
	Left    string
}

// legend is a colour and what it means.
type legend struct{ Class, Title string }

// regionView is a region on the page.
type regionView struct {
	ID          int
	Message     *messageView // of the first region of a message
	Class       string
	Title, Size string
	Facts       []fact
	Open, Close string // fence lines
	Pieces      []piece
	Left        string
}

// messageView is the line above a message.
type messageView struct {
	N    int
	Role string
}

// fact is something that a reader can ask of a region.
type fact struct {
	Name, Value string
	Code        bool
}

// view writes the regions, and notes in at which findings have a mark.
func (p *Prompt) view(show bool, at *places, allow *allowance) *promptView {
	v := new(promptView)
	has := [classes]bool{}
	secret, last := ranges(nil), -1
	for i := range p.regions {
		r := &p.regions[i]
		text := p.messages[r.message].text
		out := regionView{ID: i + 1, Class: r.class.String(), Title: r.title(), Size: count(r.size, p.usage.unit[:len(p.usage.unit)-1], p.usage.unit)}
		if r.message != last {
			last, secret = r.message, p.masks(r.message)
			out.Message = &messageView{r.message + 1, p.messages[r.message].role}
		}
		has[r.class] = true
		if r.block() {
			// A fence line is made of numbers and of words of closed sets; the
			// nonce in it is masked by the number of its characters.
			out.Open = fenceLine(text[r.start:r.payloadStart], r.nonce)
			out.Close = fenceLine(text[r.payloadEnd+1:r.end], r.nonce)
		}
		hide := !show && !(p.own && r.class == instruction) || p.keeps(r)
		w := &writer{allow: allow, hide: hide, escape: r.block()}
		left := w.write(text, r.payloadStart, r.payloadEnd, within(secret, r.payloadStart, r.payloadEnd), at.in(r, i+1))
		out.Pieces = w.out
		if left > 0 {
			out.Left = count(left, "more byte is not shown.", "more bytes are not shown.")
		}
		for _, q := range w.out {
			if q.Kind == mark {
				at.marked[q.Ref.N] = true
			}
		}
		out.Facts = p.facts(r, !hide)
		v.Regions = append(v.Regions, out)
	}
	for c := range classes {
		if has[c] {
			v.Legend = append(v.Legend, legend{c.String(), classTitles[c]})
		}
	}
	if p.left > 0 {
		v.Left = count(p.left, "more region is not shown.", "more regions are not shown.")
	}
	return v
}

// in takes the findings that stand in a region, whose number is id. Those in a
// fence line or at the end of a message count for the region too.
func (at *places) in(r *region, id int) []ref {
	refs := at.of[r.message]
	n := 0
	for n < len(refs) && refs[n].at < r.end {
		n++
	}
	mine := refs[:n]
	at.of[r.message] = refs[n:]
	for i := range mine {
		at.region[mine[i].N] = id
		mine[i].at = min(max(mine[i].at, r.payloadStart), r.payloadEnd)
	}
	return mine
}

// title names a region.
func (r *region) title() string {
	if !r.block() {
		return classTitles[r.class]
	}
	return "Block " + strconv.Itoa(r.header.N) + ": " + r.kind + ", " + r.class.String()
}

// fenceLine is a fence line without its line feed and its nonce.
func fenceLine(line string, n fence.Nonce) string {
	for len(line) > 0 && line[len(line)-1] == '\n' {
		line = line[:len(line)-1]
	}
	return n.Mask(line)
}

// facts says what is known of a region, of which the text is shown or not.
func (p *Prompt) facts(r *region, show bool) []fact {
	var out []fact
	add := func(name, value string, code bool) { out = append(out, fact{name, value, code}) }
	if r.source != "" {
		add("origin", visible(ringfence.PrintablePointer(r.source), maxName), true)
	} else if r.block() {
		add("origin", "not stated", false)
	}
	if p.usage.unit == tokens {
		add("tokens", number(r.size), false)
	}
	add("bytes", number(r.payloadEnd-r.payloadStart), false)
	add("at", "message "+strconv.Itoa(r.message+1)+", bytes "+number(r.start)+" to "+number(r.end), false)
	if h := r.header; h.Cut != (fence.Cut{}) {
		add("cut", number(h.Cut.Shown)+" of "+number(h.Cut.Of)+" characters", false)
	}
	if r.header.More > 0 {
		add("more", count(r.header.More, "record did not fit", "records did not fit"), false)
	}
	if r.header.Dropped > 0 {
		add("dropped", count(r.header.Dropped, "record was not usable", "records were not usable"), false)
	}
	if name, sum := p.hash(r, show); sum != "" {
		add(name, sum, true)
	}
	return out
}

// keyed reports whether there is a keyed hash on the page.
func (v *promptView) keyed() bool {
	for _, r := range v.Regions {
		for _, f := range r.Facts {
			if f.Name == keyedHash {
				return true
			}
		}
	}
	return false
}

const keyedHash = "keyed hash"

// keyedLen is the length in bytes of a keyed hash: enough to tell texts of one
// conversation apart.
const keyedLen = 8

// hash identifies the text of a region. Where the text is hidden, the hash is keyed
// with the nonce, so that who has the page and a guess cannot confirm the guess;
// without a nonce, or with one that is no secret, there is none.
func (p *Prompt) hash(r *region, show bool) (name, sum string) {
	if p.holds(r) {
		return "", ""
	}
	text := p.messages[r.message].text[r.payloadStart:r.payloadEnd]
	if r.block() {
		text = r.data.Raw()
	}
	if show {
		h := sha256.Sum256([]byte(text))
		return "SHA-256", hex.EncodeToString(h[:])
	}
	if p.unkeyed {
		return "", ""
	}
	n := r.nonce
	if n.IsZero() {
		if len(p.nonces) == 0 {
			return "", ""
		}
		n = p.nonces[0]
	}
	h := sha256.New()
	h.Write([]byte("ringfence report\x00" + n.Reveal() + "\x00"))
	h.Write([]byte(text))
	return keyedHash, hex.EncodeToString(h.Sum(nil)[:keyedLen])
}

// within returns the ranges that touch a part of a text. It takes time linear in
// what it returns, and logarithmic in all.
func within(all ranges, start, end int) ranges {
	var out ranges
	first := sort.Search(len(all), func(i int) bool { return all[i].End > start })
	for _, m := range all[first:] {
		if m.Start >= end {
			break
		}
		out = append(out, fence.Match{Start: max(m.Start, start), End: min(m.End, end)})
	}
	return out
}
