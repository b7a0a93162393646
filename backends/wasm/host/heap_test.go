package host

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// Spans never overlap, holes are merged, and all freed memory is found again.
func TestHeap(t *testing.T) {
	const base, limit = 1 << 16, 1 << 24
	h := heap{base: base, top: base, limit: limit, grow: func(uint64) error { return errFull }}
	rng := rand.New(rand.NewPCG(5, 6))
	live := map[uint64]uint64{}
	var used, peak uint64
	for range 20000 {
		if rng.IntN(2) == 0 || len(live) == 0 {
			size := 1 + rng.Uint64N(1<<(4+rng.IntN(14)))
			start, err := h.take(size)
			if err != nil {
				if !errors.Is(err, errFull) {
					t.Fatal(err)
				}
				continue
			}
			if start%granule != 0 || start < base || start+size > limit {
				t.Fatalf("take(%d) = %d", size, start)
			}
			for s, n := range live {
				if start < s+n && s < start+size {
					t.Fatalf("[%d, +%d) overlaps [%d, +%d)", start, size, s, n)
				}
			}
			live[start] = size
			used += align(size)
			peak = max(peak, used)
		} else {
			for s, n := range live {
				h.give(s, n)
				used -= align(n)
				delete(live, s)
				break
			}
		}
		if h.used != used || h.peak != peak {
			t.Fatalf("used %d, peak %d; want %d, %d", h.used, h.peak, used, peak)
		}
	}
	for s, n := range live {
		h.give(s, n)
	}
	if h.top != base || len(h.holes) != 0 {
		t.Errorf("an empty heap ends at %d with holes %v", h.top, h.holes)
	}
	if start, err := h.take(limit - base); err != nil || start != base {
		t.Errorf("taking everything gives %d, %v", start, err)
	}
	if _, err := h.take(1); !errors.Is(err, errFull) {
		t.Errorf("taking more gives %v", err)
	}
}
