package draw

import "slices"

// Shrink reduces the tape to a shorter one of smaller numbers that still fails. It stops
// after the given number of attempts, or when no small change fails.
func Shrink(tape []int, attempts int, fails func(tape []int) bool) []int {
	s := &shrinker{best: tape, left: attempts, fails: fails}
	for before := -1; before != s.left && s.left > 0; {
		before = s.left
		improved := false
		for size := len(s.best); size > 0; size /= 2 {
			improved = s.cut(size) || improved
		}
		improved = s.lower() || improved
		if !improved {
			break
		}
	}
	return s.best
}

type shrinker struct {
	best  []int
	left  int // remaining attempts
	fails func([]int) bool
}

// try adopts the tape if it fails.
func (s *shrinker) try(tape []int) bool {
	if s.left == 0 {
		return false
	}
	s.left--
	if !s.fails(tape) {
		return false
	}
	s.best = tape
	return true
}

// cut removes, or else zeroes, runs of size numbers, from the end.
func (s *shrinker) cut(size int) (improved bool) {
	for end := len(s.best); end >= size; end -= size {
		end = min(end, len(s.best))
		start := end - size
		if start < 0 {
			break
		}
		if s.try(slices.Concat(s.best[:start], s.best[end:])) {
			improved = true
			continue
		}
		if zeros := slices.Clone(s.best); !allZero(zeros[start:end]) {
			clear(zeros[start:end])
			improved = s.try(zeros) || improved
		}
	}
	return improved
}

func allZero(xs []int) bool { return !slices.ContainsFunc(xs, func(x int) bool { return x != 0 }) }

// lower reduces single numbers: by halving, then by one.
func (s *shrinker) lower() (improved bool) {
	for i := 0; i < len(s.best); i++ {
		for _, less := range []func(int) int{func(x int) int { return x / 2 }, func(x int) int { return x - 1 }} {
			for i < len(s.best) && s.best[i] > 0 {
				smaller := slices.Clone(s.best)
				smaller[i] = less(smaller[i])
				if !s.try(smaller) {
					break
				}
				improved = true
			}
		}
	}
	return improved
}
