package effectlog_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// ordinary is a request and response of usual size.
func ordinary(tb testing.TB, i int) step {
	tb.Helper()
	e := allowed(tb, "editor/task::poll", fmt.Sprintf(`{:task-id "task-%d"}`, i))
	return step{e, outcome.Data(term(tb, fmt.Sprintf(`{:partial nil :partial-seq %d :state :running}`, i)))}
}

// BenchmarkAppend is an entry, intent and outcome, in a file that is not forced to
// the disk.
func BenchmarkAppend(b *testing.B) {
	o := options
	j, err := effectlog.Create(filepath.Join(b.TempDir(), "j"), o)
	must(b, err)
	s := ordinary(b, 1)
	n := 0
	for b.Loop() {
		i, err := j.Intent(s.entry)
		if err == nil {
			err = j.Outcome(i, s.outcome)
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entries/s")
	_, err = j.Close()
	must(b, err)
}

const many = 20_000

func longLog(b *testing.B) ([]byte, []step) {
	b.Helper()
	steps := make([]step, many)
	for i := range steps {
		steps[i] = ordinary(b, i)
	}
	log, _ := write(b, options, steps)
	return log, steps
}

func BenchmarkVerify(b *testing.B) {
	log, _ := longLog(b)
	published, err := effectlog.Export(log, effectlog.ExportOptions{})
	must(b, err)
	for name, l := range map[string][]byte{"journal": log, "published": published} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				if r, err := effectlog.Verify(l, effectlog.VerifyOptions{}); err != nil || !r.OK() {
					b.Fatal(err)
				}
				n += many
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entries/s")
		})
	}
}

// BenchmarkReplay answers all requests; the log was verified before.
func BenchmarkReplay(b *testing.B) {
	log, steps := longLog(b)
	log = bytes.Clone(log)
	n := 0
	for b.Loop() {
		b.StopTimer()
		p, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
		must(b, err)
		b.StartTimer()
		for i := range steps {
			e := &steps[i].entry
			if _, err := p.Answer(effectlog.Asked{Op: e.Op, Payload: e.Payload, Policy: &e.Policy}); err != nil {
				b.Fatal(err)
			}
		}
		n += many
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entries/s")
}
