package policy

import "slices"

// KeyShape is a key of a payload, or of the input of a task kind.
type KeyShape struct {
	Key      string // symbol, such as :title
	Takes    string // in words, such as "a string or nil"
	Optional bool   // may be left out
}

// OpShape is what the contract says of the requests of an op.
type OpShape struct {
	Op string
	// Class is the most that a request can be. Where ByKind is true, the task kinds
	// of a request decide; see [OpReversibility].
	Class  Reversibility
	ByKind bool
	Keys   []KeyShape // of the payload, in their order
	// Needs are keys of the op's table without which every request is denied;
	// base_dir stands for one that ends in _roots.
	Needs []string
}

// KindShape is what the contract says of a task kind.
type KindShape struct {
	Kind    string
	Class   Reversibility
	Bridged bool       // a bridge carries it out, and no host by itself
	Keys    []KeyShape // of the input, in their order
}

// Shapes returns the shape of every op, in the order of [Ops]. The caller may
// change what it gets. The same tables judge payloads, so that nothing is listed
// here that is not taken.
func Shapes() []OpShape {
	out := make([]OpShape, 0, opCount-1)
	for id := opID(1); id < opCount; id++ {
		s := OpShape{Op: ops[id].name, Class: ops[id].class, ByKind: id.byKind(), Needs: slices.Clone(ops[id].needs)}
		for _, f := range payloads[id] {
			s.Keys = append(s.Keys, KeyShape{f.key, f.kind.takes(), f.kind.optional()})
		}
		out = append(out, s)
	}
	return out
}

// KindShapes returns the shape of every task kind, in the order of [TaskKinds].
// The caller may change what it gets.
func KindShapes() []KindShape {
	out := make([]KindShape, 0, len(taskKinds))
	for _, k := range taskKinds {
		s := KindShape{Kind: k.name, Class: k.class, Bridged: k.bridged}
		keys := slices.Sorted(slices.Values(slices.Concat(k.required, k.optional)))
		for _, key := range keys {
			s.Keys = append(s.Keys, KeyShape{key, inputType(key).takes(), slices.Contains(k.optional, key)})
		}
		out = append(out, s)
	}
	return out
}
