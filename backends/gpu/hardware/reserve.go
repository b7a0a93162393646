package hardware

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// Reserve is the memory of a GPU that no run uses, by its size. Runs take from it, in
// whatever queue, and at their end leave there what they have.
type Reserve struct {
	mu   sync.Mutex
	Free map[int64][]Memory
	Kept int64 // bytes
}

// Take gives out memory of just that size, if there is some.
func (s *Reserve) Take(size int64) (Memory, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.Free[size]
	if len(list) == 0 {
		return 0, false
	}
	m := list[len(list)-1]
	s.Free[size] = list[:len(list)-1]
	s.Kept -= size
	return m, true
}

// Add takes all of free, which the device has no more to do with, and leaves it empty.
func (s *Reserve) Add(free map[int64][]Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Free == nil {
		s.Free = map[int64][]Memory{}
	}
	for size, list := range free {
		s.Free[size] = append(s.Free[size], list...)
		s.Kept += size * int64(len(list))
	}
	clear(free)
}

// Shrink lets at most the given number of bytes be kept: the largest blocks go first.
func (s *Reserve) Shrink(most int64, free func(Memory) error) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Kept <= most {
		return nil
	}
	sizes := slices.Sorted(maps.Keys(s.Free))
	for _, size := range slices.Backward(sizes) {
		list := s.Free[size]
		for len(list) > 0 && s.Kept > most {
			err = errors.Join(err, free(list[len(list)-1]))
			list = list[:len(list)-1]
			s.Kept -= size
		}
		s.Free[size] = list
		if len(list) == 0 {
			delete(s.Free, size)
		}
	}
	return err
}

// forget drops what lay in a context that is lost.
func (s *Reserve) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Free, s.Kept = nil, 0
}
