package watch

import (
	"io/fs"
	"syscall"
)

func (s *stat) system(info fs.FileInfo) {
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime = sys.Ctim.Nano()
		s.dev, s.ino = uint64(sys.Dev), uint64(sys.Ino) //nolint:unconvert // narrower on some systems
	}
}
