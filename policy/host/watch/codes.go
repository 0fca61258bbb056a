package watch

import (
	"time"

	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package.
const (
	// CodeOptions: there is no root or no clock.
	CodeOptions ringfence.Code = "watch-options"
	// CodeGlob: a glob does not compile, or is more complex than allowed.
	CodeGlob ringfence.Code = "watch-glob"
	// CodeLimit: there are more files, entries or folders in each other than
	// allowed. The changes are not lost: a poll after the folder shrank has them.
	CodeLimit ringfence.Code = "watch-limit"
	// CodeRead: the folder cannot be read; the cause says why. The next poll may
	// succeed and loses nothing.
	CodeRead ringfence.Code = "watch-read"
	// CodeGone: the root was deleted, moved or exchanged, and all its deletes were
	// reported. This is final.
	CodeGone ringfence.Code = "watch-gone"
	// CodeClosed: the subscription has ended.
	CodeClosed ringfence.Code = "watch-closed"
)

const (
	// DefaultFiles is the most files that match in one subscription: 200,000 take
	// about 30 MB and some seconds, and no workspace that people edit has more.
	DefaultFiles = 200_000
	// DefaultEvents is the most events of one poll.
	DefaultEvents = 1_000
	// EventBytes is what an event takes beside its path, at most, in the answer of
	// a poll.
	EventBytes = 256
	// MaxEntries is the most names below the root that a snapshot looks at, also
	// those that match nothing: it bounds the time of a poll.
	MaxEntries = 1_000_000
	// MaxPath is the longest path below the root in bytes, and so bounds the depth
	// of folders, whose names are resolved from the root one by one.
	MaxPath = 4_096
	// MaxGlob is the longest glob in bytes: each file is matched against it.
	MaxGlob = 512
	// MaxGlobs is the most globs of one subscription, for the same reason.
	MaxGlobs = 64
	// MaxAlternatives is the most alternatives in all braces of a glob: the matcher
	// tries the products of braces.
	MaxAlternatives = 16
	// MaxBraces is the most braces of a glob, for the same reason.
	MaxBraces = 3
)

const (
	// tick is longer than the finest step of file times on the systems that keep
	// nanoseconds: a file changed that shortly before a snapshot can be changed
	// again without another time.
	tick = 20 * time.Millisecond
	// coarseTick is the same where times have no fraction of a second.
	coarseTick = 2*time.Second + tick
	// sumFile is the longest file whose content is compared, and sumAll the most
	// bytes that a snapshot reads for that. What is beyond counts as changed.
	sumFile = 16 << 20
	sumAll  = 256 << 20
	// chunk is how many names of a folder are read at once.
	chunk = 1_024
)

func fail(code ringfence.Code, message string, cause error) error {
	return &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: cause}
}
