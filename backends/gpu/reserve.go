package gpu

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// reserve is the memory of a GPU that no run uses, by its size. Runs take from it, in
// whatever queue, and at their end leave there what they have.
type reserve struct {
	mu   sync.Mutex
	free map[int64][]Memory
	kept int64 // bytes
}

// take gives out memory of just that size, if there is some.
func (s *reserve) take(size int64) (Memory, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.free[size]
	if len(list) == 0 {
		return 0, false
	}
	m := list[len(list)-1]
	s.free[size] = list[:len(list)-1]
	s.kept -= size
	return m, true
}

// add takes all of free, which the device has no more to do with, and leaves it empty.
func (s *reserve) add(free map[int64][]Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == nil {
		s.free = map[int64][]Memory{}
	}
	for size, list := range free {
		s.free[size] = append(s.free[size], list...)
		s.kept += size * int64(len(list))
	}
	clear(free)
}

// shrink lets at most the given number of bytes be kept: the largest blocks go first.
func (s *reserve) shrink(most int64, free func(Memory) error) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept <= most {
		return nil
	}
	sizes := slices.Sorted(maps.Keys(s.free))
	for _, size := range slices.Backward(sizes) {
		list := s.free[size]
		for len(list) > 0 && s.kept > most {
			err = errors.Join(err, free(list[len(list)-1]))
			list = list[:len(list)-1]
			s.kept -= size
		}
		s.free[size] = list
		if len(list) == 0 {
			delete(s.free, size)
		}
	}
	return err
}

// forget drops what lay in a context that is lost.
func (s *reserve) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free, s.kept = nil, 0
}
