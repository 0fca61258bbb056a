package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// ideographicSum is the SHA-256 of the one file that ideographicTables takes:
// SKK-JISYO.ivd of Debian's package skkdic-extra, version 20230109-1, which
// lists the registered sequences of the Ideographic Variation Database, a base
// a line.
const ideographicSum = "f7c2c92dd08201d6272b8b44c359c99eac9ccbb1512a4d10320d0315014a6ba7"

// Fields of a run of bases, see ucd.ideographicRuns.
const (
	runCountBits  = 6
	runLengthBits = 8
)

// generateIdeographic returns the table of ideographic sequences.
func generateIdeographic(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != ideographicSum {
		return nil, fmt.Errorf("%s has the SHA-256 %s, want %s", file, sum, ideographicSum)
	}
	counts, err := ideographicCounts(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return source(ideographicTable(counts))
}

// ideographicCounts reads how many sequences each base has. A line is the base,
// a space, and for each sequence "/", the two characters, ";" and a remark.
func ideographicCounts(data []byte) (map[rune]int, error) {
	counts := map[rune]int{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, ";") {
			continue
		}
		head, list, _ := strings.Cut(line, " ")
		base, size := utf8.DecodeRuneInString(head)
		if size != len(head) || counts[base] > 0 {
			return nil, fmt.Errorf("line %d: no single new base", n)
		}
		seen := map[rune]bool{}
		for item := range strings.SplitSeq(strings.Trim(list, "/"), "/") {
			seq, _, _ := strings.Cut(item, ";")
			runes := []rune(seq)
			if len(runes) != 2 || runes[0] != base || runes[1] < 0xE0100 || runes[1] > 0xE01EF {
				return nil, fmt.Errorf("line %d: %+q is no sequence of its base", n, seq)
			}
			seen[runes[1]] = true
		}
		// Registration numbers the selectors of a base from the first one on, which
		// is why a count can stand for the set.
		for k := range len(seen) {
			if !seen[0xE0100+rune(k)] {
				return nil, fmt.Errorf("line %d: the selectors of %U have a gap", n, base)
			}
		}
		counts[base] = len(seen)
	}
	return counts, lines.Err()
}

func ideographicTable(counts map[rune]int) string {
	var bases []rune
	for b := range counts {
		bases = append(bases, b)
	}
	slices.Sort(bases)
	var runs []uint32
	for i := 0; i < len(bases); {
		n := 1
		for i+n < len(bases) && n < 1<<runLengthBits-1 && bases[i+n] == bases[i]+rune(n) && counts[bases[i+n]] == counts[bases[i]] {
			n++
		}
		runs = append(runs, uint32(bases[i])<<(runLengthBits+runCountBits)|uint32(n)<<runCountBits|uint32(counts[bases[i]]))
		i += n
	}
	return array("ideographicRuns holds runs of neighbouring bases with equally many registered sequences, sorted: the first base in the upper "+
		"18 bits, the length of the run in the next 8, the number of sequences in the lower 6.", "ideographicRuns", "uint32", "%#x", runs)
}
