package bpe

// twosTable maps two bytes to their token: every merging begins with them.
type twosTable []uint32 // by left * 256 + right: the token, or none

func (t *twosTable) init() {
	*t = make([]uint32, firstMerge*firstMerge)
	for i := range *t {
		(*t)[i] = none
	}
}

func (t twosTable) add(text []byte, token uint32) { t[uint(text[0])<<8|uint(text[1])] = token }

// find returns the token of two bytes, or none.
func (t twosTable) find(left, right byte) uint32 { return t[uint(left)<<8|uint(right)] }
