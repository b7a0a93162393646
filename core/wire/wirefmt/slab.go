package wirefmt

// Slab hands out values of one type that are needed as long as each other: it makes
// many at once, which costs a tenth of making each by itself. The zero Slab is ready
// for use.
type Slab[T any] struct {
	values []T
	lists  []*T
	made   int // values so far: the more, the larger the next piece
}

// The sizes of pieces, in values.
const (
	firstPiece = 16
	mostPiece  = 1024
)

// New is a zero value.
func (s *Slab[T]) New() *T {
	if len(s.values) == 0 {
		s.values = make([]T, min(max(s.made, firstPiece), mostPiece))
		s.made += len(s.values)
	}
	v := &s.values[0]
	s.values = s.values[1:]
	return v
}

// Put is a copy of v.
func (s *Slab[T]) Put(v T) *T {
	p := s.New()
	*p = v
	return p
}

// List is an empty list with room for n.
func (s *Slab[T]) List(n int) []*T {
	if n > len(s.lists) {
		s.lists = make([]*T, max(n, min(max(s.made, firstPiece), mostPiece)))
	}
	l := s.lists[:0:n]
	s.lists = s.lists[n:]
	return l
}

// Add returns l with x appended. If it has no room, it gets room for n more, or for as
// many again.
func (s *Slab[T]) Add(l []*T, x *T, n int) []*T {
	if len(l) == cap(l) {
		l = append(s.List(len(l)+max(n, len(l))), l...)
	}
	return append(l, x)
}
