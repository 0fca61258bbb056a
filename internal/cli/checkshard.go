package cli

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// shard is one part of a run; the zero shard is all of it.
type shard struct{ i, n int }

// maxShards is far more than machines that anybody has.
const maxShards = 1_000_000

// parseShard reads I/N.
func parseShard(s string) (shard, error) {
	if s == "" {
		return shard{}, nil
	}
	a, b, ok := strings.Cut(s, "/")
	i, errI := strconv.Atoi(a)
	n, errN := strconv.Atoi(b)
	if !ok || errI != nil || errN != nil || i < 1 || i > n || n > maxShards {
		return shard{}, usageError("--shard "+quote(s)+" is no part", "write I/N, such as 1/4 for the first of four parts")
	}
	return shard{i, n}, nil
}

// hasFile reports whether a file is in this part: that depends on its name below the
// argument that it was found under and on nothing else, so it does not matter where
// a store lies on a machine.
func (s shard) hasFile(name string) bool {
	if s.n <= 1 {
		return true
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // it does not fail
	return int(h.Sum32()%uint32(s.n)) == s.i-1
}

// hasRecord reports whether a record is in this part: every n-th is.
func (s shard) hasRecord(n int) bool { return s.n <= 1 || (n-1)%s.n == s.i-1 }
