package cli

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every run pays for what packages do before main. What is made of tables is made for
// the first use, and what is looked up in short lists needs no map: no package of ours
// allocates more than the functions that wait for the first use.
func TestStartAllocatesLittle(t *testing.T) {
	const most = 512 // bytes a package
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run", "^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const own = "github.com/ringfence/ringfence/internal/cli" // with the variables of its tests
	lines := regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(string(out), -1)
	seen := 0
	for _, line := range lines {
		name := line[1]
		if !strings.HasPrefix(name, "github.com/ringfence/ringfence") || strings.HasPrefix(name, own) {
			continue
		}
		seen++
		if n, _ := strconv.Atoi(line[2]); n > most {
			t.Errorf("%s allocates %d bytes before main", name, n)
		}
	}
	if seen == 0 {
		t.Errorf("no package was seen: %s", out)
	}
}
