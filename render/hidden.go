package render

// hidden holds a value where nothing that walks over fields finds it. Package
// fmt reaches through unexported fields without calling Format there, and in
// its message about a wrong verb it follows pointers; of a function it prints
// the address.
type hidden[T any] struct{ get func() T }

func hide[T any](v T) hidden[T] { return hidden[T]{get: func() T { return v }} }

// value returns what is held; the zero T of a zero hidden.
func (h hidden[T]) value() (v T) {
	if h.get != nil {
		v = h.get()
	}
	return v
}
