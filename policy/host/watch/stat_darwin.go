package watch

import (
	"io/fs"
	"syscall"
)

func (s *stat) system(info fs.FileInfo) {
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime = sys.Ctimespec.Nano()
		s.dev, s.ino = uint64(sys.Dev), sys.Ino //nolint:gosec // an identity, not a number
	}
}
