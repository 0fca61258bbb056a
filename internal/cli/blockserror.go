package cli

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
)

// inMessage places an error of scanning in the file: scanning gives an offset
// into the text of one message.
func inMessage(err error, m promptdoc.Message) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return err
	}
	placed := *e
	if placed.Offset >= 0 {
		placed.Offset = m.Span.Offsets([]int{int(placed.Offset)})[0]
	}
	placed.Pointer = m.Pointer
	if placed.Hint == "" {
		placed.Hint = "promptcheck check --kind prompt lists everything that is wrong"
	}
	return &placed
}
