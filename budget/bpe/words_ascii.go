package bpe

import "math/bits"

// scan splits off pieces of plain ASCII, from i on, as long as each is found in
// one or two looks at eight bytes: words of up to fifteen bytes with at most one
// other character before them, numbers, and short runs of punctuation. These are
// most pieces of most texts. It calls nothing, so all it needs stays in registers.
//
// It appends their keys to those in w, of which there are short and mid, and
// returns where the first piece begins that is not of this kind, with the new
// numbers of keys. It stops when there is no room for more keys, or fewer than
// sixteen bytes are left.
func (f *fastFamily) scan(s string, i int, w *work, short, mid int) (next, newShort, newMid int) {
	cased := f.cased
	for short < batchSize && mid < batchSize && i+16 <= len(s) {
		head := load64(s, i)
		prefix := uint(f.prefix[byte(head)]) & 63
		word := letters(head)
		if cased {
			word = capitalsFirst(word, head, prefix)
		} else {
			word |= uint64(prefix) << 4
		}
		end := ^word & highs
		end &= -end
		size := uint(bits.TrailingZeros64(end)) & 56 // in bits
		if end > 0x80<<prefix {
			if mayGoOn(byte(head >> size)) {
				break
			}
		} else if end == 0 && prefix != noWord {
			// The word goes on in the next eight bytes.
			tail := load64(s, i+8)
			word := letters(tail)
			if cased && head>>56&0x20 == 0 {
				word = capitalsFirst(word, tail, 0) // nothing but capitals so far
			} else if cased {
				word &= tail << 2
			}
			end = ^word & highs
			end &= -end
			size = uint(bits.TrailingZeros64(end)) & 56
			if end == 0 || mayGoOn(byte(tail>>size)) {
				break
			}
			w.mids[mid&(batchSize-1)] = [2]uint64{head, tail&(end>>7-1) | (8+uint64(size>>3))<<56}
			i += 8 + int(size>>3)
			mid++
			continue
		} else if first := f.starters[byte(head)]; first == startDigit {
			size = 8
			for size < 24 && f.starters[byte(head>>(size&63))] == startDigit {
				size += 8
			}
			if size < 24 && f.starters[byte(head>>(size&63))] == startSlow {
				break
			}
		} else {
			after := f.starters[byte(head>>8)]
			if first != startPunct && (first != startSpace || after != startPunct) {
				break // white space, or no ASCII
			}
			for size = 8; after == startPunct && size < 48; after = f.starters[byte(head>>(size&63))] {
				size += 8
			}
			if after == startBreak {
				size += 8
				after = f.starters[byte(head>>(size&63))]
				if after == startBreak || after == startPunct {
					break // more of them, or a slash
				}
			} else if after <= startLetter && (after == startSlow || size == 8) || after == startPunct {
				break
			}
		}
		w.keys[short&(batchSize-1)] = head&(1<<(size&63)-1) | uint64(size)<<(56-3)
		i += int(size >> 3)
		short++
	}
	return i, short, mid
}

// capitalsFirst takes of the letters of w, marked in the high bits of word, those
// that are capitals behind a small letter or another character. The first bits,
// so many, are passed over. It leaves bits below the high ones.
func capitalsFirst(word, w uint64, prefix uint) uint64 {
	small := word & (w << 2)
	noCapital := (^word | small) & (highs << (prefix & 63))
	return small | (noCapital-1)&^noCapital
}
