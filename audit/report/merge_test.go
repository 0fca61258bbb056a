package report_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/report"
)

// ordered is the sample in the order in which a run has it.
func ordered() *report.Report {
	r := sample()
	r.Checked, r.Records, r.Known, r.Excluded, r.Passed = 0, 0, 0, 0, 0
	slices.SortStableFunc(r.Findings, func(a, b report.Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Record, b.Record))
	})
	slices.SortStableFunc(r.Unchecked, func(a, b report.Unchecked) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(uint(a.Record-1), uint(b.Record-1))) // what is about a file comes last
	})
	return r
}

// The parts of a run, in any order, give the report of the run.
func TestMergeGivesTheWhole(t *testing.T) {
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		whole := ordered()
		n := 1 + rnd.IntN(5)
		parts := make([]*report.Report, n)
		for i := range parts {
			parts[i] = &report.Report{Tool: whole.Tool, Version: whole.Version, Off: whole.Off, Exclude: whole.Exclude, Shard: i + 1, Shards: n, Run: runA}
			parts[i].Checked, parts[i].Records, parts[i].Known = i, i/2, i%2
			parts[i].Excluded = i % 3
			whole.Excluded += i % 3
			parts[i].Passed = i % 4
			whole.Passed += i % 4
			whole.Checked, whole.Records, whole.Known = whole.Checked+i, whole.Records+i/2, whole.Known+i%2
		}
		for _, f := range whole.Findings {
			p := parts[rnd.IntN(n)]
			p.Findings = append(p.Findings, f)
		}
		for _, u := range whole.Unchecked {
			p := parts[rnd.IntN(n)]
			p.Unchecked = append(p.Unchecked, u)
		}
		rnd.Shuffle(n, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		got, err := report.Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range report.Formats() {
			if a, b := write(t, format, whole), write(t, format, got); !bytes.Equal(a, b) {
				t.Fatalf("%s:\n%s\nand\n%s", format, a, b)
			}
		}
	}
}

// Digests of two runs.
var runA, runB = strings.Repeat("a", 32), strings.Repeat("b", 32)

func TestMergeRefuses(t *testing.T) {
	part := func(i, n int) *report.Report {
		return &report.Report{Tool: "t", Version: "v", Shard: i, Shards: n, Run: runA}
	}
	of := func(run string, prints int, p *report.Report) *report.Report {
		p.Run, p.Fingerprints = run, prints
		return p
	}
	for name, list := range map[string][]*report.Report{
		"nothing":          {},
		"a part missing":   {part(1, 3), part(3, 3)},
		"one part alone":   {part(2, 2)},
		"a part twice":     {part(1, 2), part(1, 2)},
		"other divisions":  {part(1, 2), part(2, 3)},
		"a part and whole": {part(1, 2), part(0, 0)},
		"other versions":   {part(1, 2), {Tool: "t", Version: "w", Shard: 2, Shards: 2}},
		"of two runs":      {part(1, 2), of(runB, 0, part(2, 2))},
		"old parts":        {of("", 0, part(1, 2)), of("", 0, part(2, 2))},
		"one old part":     {part(1, 2), of("", 0, part(2, 2))},
		"other prints":     {part(1, 2), of(runA, 1, part(2, 2))},
		"other rules":      {part(1, 2), {Tool: "t", Version: "v", Shard: 2, Shards: 2, Off: []string{"a/b"}}},
	} {
		var e *ringfence.Error
		if r, err := report.Merge(list); r != nil || !errors.As(err, &e) || e.Code != report.CodeMerge {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r, err := report.Merge([]*report.Report{of("", 0, part(0, 0)), of("", 0, part(0, 0))}); err != nil || r == nil {
		t.Errorf("reports of different files: %v", err)
	}
}

// Every format says that it is of a part, and none does once the parts are merged.
func TestPartsAreSaid(t *testing.T) {
	said := map[string]string{
		"text": "part 1 of 2: ", "json": `"shard":1,"shards":2`, "jsonl": `"shard":1,"shards":2`, "sarif": `"shard":1,"shards":2`,
		"markdown": "part 1 of 2", "junit": `name="part 1 of 2: `,
	}
	one, other := sample(), new(report.Report)
	one.Shard, one.Shards, one.Run = 1, 2, runA
	*other = report.Report{Tool: one.Tool, Version: one.Version, Fingerprints: one.Fingerprints, Off: one.Off, Shard: 2, Shards: 2, Run: runA}
	whole, err := report.Merge([]*report.Report{one, other})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range report.Formats() {
		word := func(out []byte) string { return strings.ReplaceAll(string(out), "&#58;", ":") }
		if out := word(write(t, format, one)); said[format] == "" || !strings.Contains(out, said[format]) {
			t.Errorf("%s does not say that it is of a part:\n%s", format, out)
		}
		if out := word(write(t, format, whole)); strings.Contains(out, "part 1") || strings.Contains(out, `"shard`) {
			t.Errorf("%s of all says that it is of a part:\n%s", format, out)
		}
	}
}

// What a part had nothing to compare with is unchecked where no part had, and is
// written and read on the way.
func TestMergeUncompared(t *testing.T) {
	pins := report.Unchecked{File: "pins.json", Error: "nothing-compared: no tools"}
	with := report.Unchecked{File: "ask.json", Error: "nothing-compared: no prompt"}
	part := func(i int, list ...report.Unchecked) *report.Report {
		r := &report.Report{Tool: "t", Version: "v", Shard: i, Shards: 3, Run: runA, Uncompared: list}
		r.Unchecked = []report.Unchecked{{File: "z.json", Error: "cut"}}
		format := []string{"json", "jsonl"}[i%2]
		back, err := report.Read(bytes.NewReader(write(t, format, r)))
		if err != nil {
			t.Fatal(err)
		}
		return back
	}
	for _, c := range []struct {
		parts []*report.Report
		want  []report.Unchecked
	}{
		{[]*report.Report{part(1, pins, with), part(2, pins, with), part(3, pins, with)}, []report.Unchecked{pins, with}},
		{[]*report.Report{part(1, pins, with), part(2, with), part(3, pins, with)}, []report.Unchecked{with}},
		{[]*report.Report{part(1, pins), part(2, with), part(3)}, nil},
		{[]*report.Report{part(1), part(2, with), part(3, with)}, nil},
	} {
		got, err := report.Merge(c.parts)
		if err != nil {
			t.Fatal(err)
		}
		if rest := got.Unchecked[3:]; !slices.Equal(rest, c.want) || len(got.Uncompared) > 0 {
			t.Errorf("%v, %v, want %v", rest, got.Uncompared, c.want)
		}
	}
	bad := `{"checked":0,"unchecked":[],"findings":[],"uncompared":[{"error":"x"}]}`
	if _, err := report.Read(strings.NewReader(bad)); err == nil {
		t.Error("an entry without a file was read")
	}
}

// A sink has what could not be checked where the run came to it.
func TestReplayOrder(t *testing.T) {
	var r report.Report
	finding := func(file string, record int) {
		f := report.Finding{Record: record}
		f.File = file
		r.Findings = append(r.Findings, f)
	}
	finding("a", 0)
	finding("l.jsonl", 2)
	finding("l.jsonl", 9)
	finding("z", 0)
	r.Unchecked = []report.Unchecked{
		{File: "a"},
		{File: "b"},
		{File: "l.jsonl", Record: 1},
		{File: "l.jsonl", Record: 2},
		{File: "l.jsonl"},
		{File: "c", Error: "nothing-compared: no tools"},
	}
	var got []string
	if err := r.Replay(&orderSink{&got}); err != nil {
		t.Fatal(err)
	}
	want := "found a 0, not a 0, not b 0, not l.jsonl 1, found l.jsonl 2, not l.jsonl 2, found l.jsonl 9, not l.jsonl 0, found z 0, not c 0"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}

type orderSink struct{ list *[]string }

func (s *orderSink) Finding(f report.Finding) error {
	*s.list = append(*s.list, fmt.Sprint("found ", f.File, " ", f.Record))
	return nil
}

func (s *orderSink) Unchecked(u report.Unchecked) error {
	*s.list = append(*s.list, fmt.Sprint("not ", u.File, " ", u.Record))
	return nil
}

func (s *orderSink) Close(report.Summary) error { return nil }
