package watch

import (
	"os"
	"syscall"
	"testing"
	"time"
)

func accessTime(t *testing.T, name string) time.Time {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(info.Sys().(*syscall.Stat_t).Atim.Unix())
}
