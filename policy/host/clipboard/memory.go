package clipboard

import (
	"bytes"
	"context"
	"sync"
)

// Memory is a clipboard that nothing outside this process sees. It starts empty.
// The zero Memory is ready.
type Memory struct {
	mu   sync.Mutex
	data []byte
}

// NewMemory returns an empty clipboard.
func NewMemory() *Memory { return &Memory{} }

// Get implements [Clipboard].
func (m *Memory) Get(ctx context.Context, max int) (Content, error) {
	if err := ctx.Err(); err != nil {
		return Content{}, fail(CodeTimeout, "the time was over", "", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.data) > max {
		return Content{}, fail(CodeTooLong, "the clipboard holds more than may be read", "", nil)
	}
	return Content{MIME: Text, Data: bytes.Clone(m.data)}, nil
}

// Set implements [Clipboard].
func (m *Memory) Set(ctx context.Context, content Content) error {
	if err := content.settable(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fail(CodeTimeout, "the time was over", "", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data = bytes.Clone(content.Data)
	return nil
}
