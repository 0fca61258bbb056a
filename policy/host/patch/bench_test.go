package patch

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"testing"
)

// BenchmarkDiff compares texts of 20,000 lines: with few edits, with an edit every
// tenth line, and with nothing in common.
func BenchmarkDiff(b *testing.B) {
	const n = 20_000
	for name, every := range map[string]int{"few": 2_000, "many": 10, "all": 1} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			var base, next bytes.Buffer
			for i := range n {
				line := "line " + strconv.Itoa(r.IntN(n/4)) + " of a text\n"
				base.WriteString(line)
				if i%every == 0 {
					line = "edit " + strconv.Itoa(i) + "\n"
				}
				next.WriteString(line)
			}
			b.SetBytes(int64(base.Len()))
			for b.Loop() {
				if _, err := Diff([]Change{{"f", base.Bytes(), next.Bytes()}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkApplyKeep is a patch of ten files, with every force to the disk.
func BenchmarkApplyKeep(b *testing.B) {
	dir, target := folder(b, nil)
	_ = dir
	var there, gone []Change
	for i := range 10 {
		there = append(there, Change{name(i), nil, text(i, 0)})
		gone = append(gone, Change{name(i), text(i, 0), nil})
	}
	target.MakeDirs = true
	for b.Loop() {
		for _, c := range [][]Change{there, gone} {
			a, err := target.Apply(b.Context(), patchOf(b, c...))
			must(b, err)
			must(b, a.Keep())
		}
	}
}
