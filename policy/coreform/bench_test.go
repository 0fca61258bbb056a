package coreform_test

import (
	"fmt"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
)

// realisticLog returns a log of n entries in the shape of the published ones.
func realisticLog(tb testing.TB, n int) coreform.Term {
	tb.Helper()
	type response struct {
		Kind  coreform.Symbol `coreform:":kind"`
		Value coreform.Term   `coreform:":value"`
	}
	type value struct {
		OK       bool   `coreform:":ok"`
		Output   string `coreform:":output"`
		Revision string `coreform:":model-revision"`
		Tokens   int    `coreform:":tokens"`
	}
	type capability struct {
		Op      coreform.Symbol `coreform:":op"`
		Timeout int             `coreform:":timeout-ms"`
	}
	type entry struct {
		I        int             `coreform:":i"`
		Op       coreform.Symbol `coreform:":op"`
		Payload  [32]byte        `coreform:":payload-h"`
		Cont     [32]byte        `coreform:":cont-h"`
		Req      [32]byte        `coreform:":req-h"`
		Decision coreform.Symbol `coreform:":decision"`
		Cap      capability      `coreform:":cap"`
		Resp     response        `coreform:":resp"`
		RespHash [32]byte        `coreform:":resp-h"`
	}
	type log struct {
		Entries   []entry  `coreform:":entries"`
		Program   [32]byte `coreform:":program-hash"`
		Toolchain string   `coreform:":toolchain"`
		Version   int      `coreform:":version"`
	}
	l := log{Version: 3, Toolchain: "genesis/0.2.0 (native)", Program: coreform.Hash(coreform.Nil())}
	for i := range n {
		h := func(k int) [32]byte { return coreform.Hash(coreform.Int(int64(5*i + k))) }
		v, err := coreform.Marshal(value{
			OK: true, Output: fmt.Sprintf("(prim int/add %d 2)\nline \"%d\"\n", i, i),
			Revision: fmt.Sprintf("sha256:%x", h(4)), Tokens: i,
		})
		if err != nil {
			tb.Fatal(err)
		}
		l.Entries = append(l.Entries, entry{
			I: i, Op: "editor/task::spawn", Payload: h(0), Cont: h(1), Req: h(2), RespHash: h(3),
			Decision: ":allow", Cap: capability{"editor/task::spawn", 5000}, Resp: response{":ok", v},
		})
	}
	t, err := coreform.Marshal(l)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func BenchmarkParse(b *testing.B) {
	src := realisticLog(b, 1000).Append(nil)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := coreform.Parse(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	log := realisticLog(b, 1000)
	buf := log.Append(nil)
	b.SetBytes(int64(len(buf)))
	b.ReportAllocs()
	for b.Loop() {
		buf = log.Append(buf[:0])
	}
}

func BenchmarkHash(b *testing.B) {
	log := realisticLog(b, 1000)
	b.SetBytes(int64(len(log.String())))
	b.ReportAllocs()
	for b.Loop() {
		coreform.Hash(log)
	}
}

// benchPayload is a payload as a gate sees it.
const benchPayload = `{:budget-ms 5000 :input {:path "src/main.gc"} :task-kind editor/task::fmt-coreform}`

type benchTask struct {
	Budget *int64          `coreform:":budget-ms"`
	Input  coreform.Term   `coreform:":input"`
	Kind   coreform.Symbol `coreform:":task-kind"`
}

func BenchmarkPayload(b *testing.B) {
	src := []byte(benchPayload)
	term, err := coreform.Parse(src)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := coreform.Parse(src); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var v benchTask
			if err := coreform.Unmarshal(term, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("hash", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			coreform.Hash(term)
		}
	})
}
