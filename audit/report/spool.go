package report

import (
	"errors"
	"io"
	"os"
)

// maxSpool is how much of a spool is kept in memory: more than most reports are
// long, and little beside what a run takes.
const maxSpool = 4 << 20

// spool keeps what has to be written after something that is known later. What
// is long is kept in a temporary file that only its owner can read and that has
// no name where the system allows that.
type spool struct {
	mem  []byte
	file *os.File
	n    int // elements that were added
}

// add appends one element of a list.
func (s *spool) add(element []byte) error {
	s.n++
	s.mem = append(s.mem, element...)
	if len(s.mem) < maxSpool {
		return nil
	}
	return s.flush()
}

func (s *spool) flush() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "promptcheck-report-*")
		if err != nil {
			return err
		}
		_ = os.Remove(f.Name()) // where that fails, copyTo removes it
		s.file = f
	}
	_, err := s.file.Write(s.mem)
	s.mem = s.mem[:0]
	return err
}

// copyTo writes everything that was added and empties the spool.
func (s *spool) copyTo(w io.Writer) error {
	if s.file == nil {
		_, err := w.Write(s.mem)
		s.mem = nil
		return err
	}
	err := s.flush()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(w, s.file)
	}
	err = errors.Join(err, s.file.Close())
	_ = os.Remove(s.file.Name())
	s.file = nil
	return err
}
