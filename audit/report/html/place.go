package html

import (
	"sort"

	"github.com/ringfence/ringfence/audit/promptdoc"
)

// place finds, for byte offsets of a file in rising order, the message and the
// byte of its text. What lies outside every message has message -1.
func (p *Prompt) place(offsets []int64) (message, at []int) {
	message, at = make([]int, len(offsets)), make([]int, len(offsets))
	for i := range message {
		message[i] = -1
	}
	k := 0
	for i := range p.messages {
		m := &p.messages[i]
		first, last := m.span.Start(), m.span.Offsets([]int{len(m.text)})[0]
		for k < len(offsets) && offsets[k] < first {
			k++
		}
		from := k
		for k < len(offsets) && offsets[k] <= last {
			message[k] = i
			k++
		}
		copy(at[from:k], textPlaces(m.span, len(m.text), offsets[from:k]))
		if k > from && i+1 < len(p.messages) && offsets[k-1] == last && p.messages[i+1].span.Start() == last {
			// Messages that touch: the place belongs to the one that begins there.
			for k > from && offsets[k-1] == last {
				k--
				message[k] = -1
			}
		}
	}
	return message, at
}

// stride is how far apart the places are that are looked at first.
const stride = 256

// textPlaces is the inverse of [promptdoc.Span.Offsets] for offsets in rising
// order: the last place in a text of n bytes that is not behind each of them. It
// reads the string twice, whatever the number of offsets.
func textPlaces(s promptdoc.Span, n int, offsets []int64) []int {
	if len(offsets) == 0 {
		return nil
	}
	var coarse []int
	for a := 0; a <= n; a += stride {
		coarse = append(coarse, a)
	}
	starts := s.Offsets(coarse)
	var fine []int
	for i, k := 0, -1; i < len(offsets); i++ {
		j := max(sort.Search(len(starts), func(j int) bool { return starts[j] > offsets[i] })-1, 0)
		if j == k {
			continue
		}
		k = j
		for a := coarse[j]; a <= min(coarse[j]+stride-1, n); a++ {
			fine = append(fine, a)
		}
	}
	exact := s.Offsets(fine)
	out := make([]int, len(offsets))
	for i, off := range offsets {
		j := sort.Search(len(exact), func(j int) bool { return exact[j] > off }) - 1
		// Bytes inside one character share its offset: take the first of them.
		for j > 0 && exact[j-1] == exact[j] {
			j--
		}
		if j >= 0 {
			out[i] = fine[j]
		}
	}
	return out
}
