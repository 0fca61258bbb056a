package cli

import (
	"cmp"
	"errors"
	"io"
	"math"
	"runtime"
	"slices"
	"sync"
)

// entries is what is to be checked, each once, in the order of names: so that
// the reports of parts can be put together to the report of all.
func (c *settings) entries(inv *invocation, args []string) []entry {
	found := expand(args, append(c.own, inv.stdoutFile()...), c.globs)
	list := found.list
	c.passed, c.excluded = c.otherKinds(found.other, list), c.otherKinds(found.excluded, list)
	c.links = len(c.otherKinds(found.links, nil))
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	list = slices.CompactFunc(list, func(a, b entry) bool { return a.name == b.name })
	for _, e := range list {
		if c.writes && e.err == nil {
			inv.isInput(e.name)
		}
	}
	return list
}

// aheadPerWorker is how many tasks may be done before the report wants them: one
// slow file holds up that many others, and their findings are in memory.
const aheadPerWorker = 8

// checkAll checks everything on all processors and hands the outcomes on in the
// order of the entries. Memory grows with neither the number of records nor of
// findings.
func (c *settings) checkAll(inv *invocation, list []entry, out *reportOutput) error {
	progress := c.progress(inv.err, list)
	defer progress.end()
	workers := runtime.GOMAXPROCS(0)
	order := make(chan *task, workers*aheadPerWorker)
	work := make(chan *task)
	stop := make(chan struct{})
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for t := range work {
				t.done <- c.do(inv, t)
			}
		})
	}
	group.Go(func() {
		defer close(order)
		defer close(work)
		p := producer{settings: c, inv: inv, order: order, work: work, stop: stop}
		for _, e := range list {
			if !p.entry(e) {
				return
			}
		}
	})
	var err error
	for t := range order {
		o := <-t.done
		if err != nil {
			continue // what was begun is let run out
		}
		progress.add(o.checked, t.last)
		if err = out.take(inv, progress, t, &o); err != nil {
			close(stop)
		}
	}
	group.Wait()
	if unmet := c.unmet(); err == nil && len(unmet.items) > 0 {
		if c.shard.n > 1 { // the bodies may be in another part: who merges them knows
			for _, it := range unmet.items {
				out.summary.Uncompared = append(out.summary.Uncompared, *it.unchecked)
			}
			return nil
		}
		err = out.take(inv, progress, &task{}, &unmet)
	}
	return err
}

// producer makes tasks of entries.
type producer struct {
	*settings
	inv         *invocation
	order, work chan *task
	stop        chan struct{}
}

// send hands a task on, and says whether to go on.
func (p *producer) send(t *task) bool {
	t.done = make(chan taskResult, 1)
	select {
	case p.order <- t:
	case <-p.stop:
		return false
	}
	p.work <- t // workers take everything that is in order
	return true
}

// entry makes the tasks of one entry.
func (p *producer) entry(e entry) bool {
	mine := p.shard.hasFile(e.rel)
	t := &task{entry: e, kind: p.kindOf(e.name), fields: p.fieldsOf(e.name), err: e.err, last: true}
	if e.err != nil || !p.isLines(e.name) {
		return !mine || p.send(t)
	}
	r, _, done, err := p.open(p.inv, e.name, math.MaxInt64)
	defer done()
	if err != nil {
		t.err = p.inv.explainMissing(e.name, err)
		return !mine || p.send(t)
	}
	return p.recordsOf(t, mine, &lineReader{r: r, limit: p.maxBytes, shard: p.shard})
}

// recordsOf makes the tasks of a file of JSON Lines. What is wrong with the file
// as a whole is told by the part that the file itself belongs to.
func (p *producer) recordsOf(file *task, mine bool, r *lineReader) bool {
	for {
		c, err := r.next()
		t := &task{entry: file.entry, kind: file.kind, fields: file.fields, lines: true, records: c}
		if err != nil {
			t.last = true
			if errors.Is(err, io.EOF) {
				err = nil
				if r.count == 0 {
					err = noRecords()
				}
			}
			if mine {
				t.err = err
			}
		}
		if !p.send(t) || t.last {
			return t.last
		}
	}
}
