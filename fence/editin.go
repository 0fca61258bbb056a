package fence

import (
	"errors"
	"strconv"

	"github.com/ringfence/ringfence"
)

// UnescapeIn is like [Unescape] for an edit of which only the text to find is
// known and not the block: find has to be once in all the blocks together. It
// returns the index of its block. Blocks of other styles than the block style are
// passed over. The error of a find that is in several blocks has code
// [CodeFindAmbiguous] and says in how many; the other codes are those of
// Unescape. It takes time linear in the payloads and the two texts.
func UnescapeIn(blocks []Block, find, replace string) (index int, e Edit, err error) {
	index = -1
	found := 0
	for i, b := range blocks {
		if b.Style != StyleBlock {
			continue
		}
		made, editErr := Unescape(b, find, replace)
		switch codeOfEdit(editErr) {
		case CodeFindAbsent:
			continue
		case CodeFindAmbiguous:
			return -1, Edit{}, editErr
		}
		if found++; found == 1 {
			index, e, err = i, made, editErr
		}
	}
	switch {
	case found == 0:
		return -1, Edit{}, editError(CodeFindAbsent, "the text to find is in no block",
			"quote a block exactly as it stands, with whole escapes")
	case found > 1:
		return -1, Edit{}, editError(CodeFindAmbiguous, "the text to find is in "+strconv.Itoa(found)+" blocks",
			"quote more of what is around it, or name the block")
	case err != nil:
		return -1, Edit{}, err
	}
	return index, e, nil
}

// codeOfEdit returns the code of an error of this package, "" for nil.
func codeOfEdit(err error) ringfence.Code {
	if e, ok := errors.AsType[*ringfence.Error](err); ok {
		return e.Code
	}
	return ""
}
