// Command million measures how promptcheck takes a large store: it writes a file
// of JSON Lines, about 300 bytes a record, edit contexts, ask bodies and lists of
// messages in turn, has it checked, and prints the time and the memory that took.
//
//	go run ./internal/cmd/million [-n 1000000] [-budget 60s] [-memory 200]
//
// It fails when the check takes longer or more, or counts other than it should.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func main() {
	n := flag.Int("n", 1_000_000, "records")
	budget := flag.Duration("budget", time.Minute, "longest time")
	memory := flag.Int64("memory", 200, "most memory, in MB of resident set")
	flag.Parse()
	if err := run(*n, *budget, *memory<<20); err != nil {
		fmt.Fprintln(os.Stderr, "million:", err)
		os.Exit(1)
	}
}

func run(n int, budget time.Duration, memory int64) (err error) {
	dir, err := os.MkdirTemp("", "million-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	program, store := filepath.Join(dir, "promptcheck"), filepath.Join(dir, "store.jsonl")
	build := exec.Command("go", "build", "-o", program, "github.com/ringfence/ringfence/cmd/promptcheck")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	size, bad, err := writeStore(store, n)
	if err != nil {
		return err
	}
	return measure(program, store, n, bad, size, budget, memory)
}

// measure checks the store once.
func measure(program, store string, n, bad int, size int64, budget time.Duration, memory int64) error {
	report := store + ".report"
	cmd := exec.Command(program, "check", "--format", "json", "-o", report, store)
	cmd.Stderr = os.Stderr
	begin := time.Now()
	err := cmd.Run()
	took := time.Since(begin)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		return fmt.Errorf("%w, where status 1 was expected", err)
	}
	rss, cpu := maxRSS(cmd.ProcessState), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	fmt.Printf("%d records, %.0f MB, %d with a finding: %.1f s, %.1f s of processor time, %d MB resident\n",
		n, float64(size)/1e6, bad, took.Seconds(), cpu.Seconds(), rss>>20)
	if took > budget || rss > memory {
		return fmt.Errorf("that is over %v or %d MB", budget, memory>>20)
	}
	return judge(report, n, bad)
}

// judge counts the records that the report has more than notes of.
func judge(report string, n, bad int) error {
	body, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	var doc struct {
		Checked  int
		Findings []struct {
			Record   int
			Severity string
		}
	}
	if err := json.Unmarshal(body, &doc); err != nil {
		return err
	}
	records := make(map[int]struct{})
	for _, f := range doc.Findings {
		if f.Severity != "note" {
			records[f.Record] = struct{}{}
		}
	}
	if doc.Checked != n || len(records) != bad {
		return fmt.Errorf("checked %d of %d, found %d of %d", doc.Checked, n, len(records), bad)
	}
	return nil
}

// badEvery is how many records have one with a bidirectional control.
const badEvery = 100

// writeStore writes n records and returns the size and how many are bad.
func writeStore(name string, n int) (size int64, bad int, err error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, 0, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range n {
		mark := ""
		if i%badEvery == 0 {
			mark, bad = `\u202e`, bad+1
		}
		written, err := fmt.Fprintf(w, shapes[i%len(shapes)]+"\n", i, mark)
		if err != nil {
			return 0, 0, errors.Join(err, f.Close())
		}
		size += int64(written)
	}
	return size, bad, errors.Join(w.Flush(), f.Close())
}

// shapes are records; each takes a number and a mark inside of a text.
var shapes = []string{
	`{"editContextVersion":"0.1","profile":"react-tsx@0","selection":[{"id":"viv:@card/button[0]","tag":"button"}],"screen":{"elementIds":["viv:@card/h2[0]","viv:@card/button[0]"]},"source":{"language":"tsx","code":"export default () => <button>Save</button>\n"},"untrusted":{"viv:@card/h2[0]":{"text":"Save order %d%s now"}}}`,
	`{"ui":{"viewport":"desktop","openWindows":[{"id":"w1","title":"Orders","isFocused":true},{"id":"w2","withheld":true}]},"contextItems":[{"kind":"product","id":"p-%d","label":"Blue mug%s","excerpt":"A mug of stoneware, 300 ml, safe in every dishwasher."}],"message":"What does it cost?"}`,
	`[{"role":"system","content":"Answer in one sentence."},{"role":"user","content":"Order %d: the customer wants to know whether the blue mug%s is safe for the dishwasher, and how long the delivery takes to an address in the north, since it is a present for a birthday."}]`,
}
