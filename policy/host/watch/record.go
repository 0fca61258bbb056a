package watch

import (
	"io/fs"
	"time"
)

// record is what a snapshot knows of one file.
type record struct {
	path string
	stat stat
	// racy: the file was changed so shortly before it was looked at that it can be
	// changed again without another stat. sum is then the hash of its content.
	racy   bool
	summed bool
	sum    uint64
}

// stat is what changes with a file. Two equal ones that are not racy are the
// same file with the same content.
type stat struct {
	size         int64
	mode         fs.FileMode
	mtime, ctime int64 // nanoseconds; ctime is 0 where the system has none
	dev, ino     uint64
}

// statOf reads what a file information says.
func statOf(info fs.FileInfo) stat {
	s := stat{size: info.Size(), mode: info.Mode(), mtime: info.ModTime().UnixNano()}
	s.system(info)
	return s
}

// fresh reports whether a file can be changed without another stat: its last
// change and now may share a step of its clock. The change time counts where
// there is one, since nobody can set it.
func (s *stat) fresh(now time.Time) bool {
	last := s.ctime
	if last == 0 {
		last = s.mtime
	}
	step := tick
	if last%int64(time.Second) == 0 {
		step = coarseTick
	}
	return last > now.Add(-step).UnixNano()
}

// same reports whether the file of a later record is unchanged. What cannot be
// known counts as changed.
func (r *record) same(later *record) bool {
	if r.stat != later.stat {
		return false
	}
	return !r.racy || r.summed && later.summed && r.sum == later.sum
}
