package main

import (
	"fmt"
	"slices"
	"strings"
)

// node is a state of the emoji automaton while it is built.
type node struct {
	accept uint16 // 0 none, 1 listed, 2 RGI; larger includes smaller
	next   map[rune]*node
}

// add enters a sequence.
func (n *node) add(s string, accept uint16) {
	for _, r := range s {
		if n.next == nil {
			n.next = map[rune]*node{}
		}
		if n.next[r] == nil {
			n.next[r] = &node{}
		}
		n = n.next[r]
	}
	n.accept = max(n.accept, accept)
}

// automaton numbers states so that equal right languages share one state.
type automaton struct {
	number map[string]int
	accept []uint16
	edges  [][]uint32 // rune << 11 | state, sorted
}

// stateBits is the width of a state number beside a 21-bit code point.
const stateBits = 11

// intern returns the number of the state equal to n.
func (a *automaton) intern(n *node) int {
	labels := make([]rune, 0, len(n.next))
	for r := range n.next {
		labels = append(labels, r)
	}
	slices.Sort(labels)
	var edges []uint32
	for _, r := range labels {
		edges = append(edges, uint32(r)<<stateBits|uint32(a.intern(n.next[r])))
	}
	key := fmt.Sprint(n.accept, edges)
	id, ok := a.number[key]
	if !ok {
		id = len(a.accept)
		a.number[key] = id
		a.accept = append(a.accept, n.accept)
		a.edges = append(a.edges, edges)
	}
	return id
}

// emojiTables writes the least automaton that accepts the emoji sequences.
func emojiTables(db *database) (string, error) {
	root := &node{}
	for _, s := range db.listed {
		root.add(s, 1)
	}
	for _, s := range db.rgi {
		root.add(s, 2)
	}
	a := &automaton{number: map[string]int{}}
	start := a.intern(root)
	if len(a.accept) > 1<<stateBits {
		return "", fmt.Errorf("%d emoji states do not fit %d bits", len(a.accept), stateBits)
	}
	// The upper 14 bits of a state word say where its edges start, the lower 2
	// what it accepts; the last word only ends the edges of the last state.
	var states, edges []uint32
	for i, list := range a.edges {
		states = append(states, uint32(len(edges))<<2|uint32(a.accept[i]))
		edges = append(edges, list...)
	}
	states = append(states, uint32(len(edges))<<2)
	if len(edges) >= 1<<14 {
		return "", fmt.Errorf("%d emoji edges do not fit 14 bits", len(edges))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// emojiStart is the first state.\nconst emojiStart = %d\n\n", start)
	out.WriteString(array("emojiStates holds where a state's edges start, times 4, plus what the state accepts.",
		"emojiStates", "uint16", "%d", states))
	out.WriteString(array("emojiEdges holds the code point in the upper 21 bits and the next state in the lower 11.",
		"emojiEdges", "uint32", "%#x", edges))
	return out.String(), nil
}
