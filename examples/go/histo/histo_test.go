package histo_test

import (
	"testing"

	"github.com/lamina-lang/lamina/examples/go/histo"
)

// Value v occurs v times, those from 300 on are beyond the bins.
func TestCounts(t *testing.T) {
	var values []uint32
	for v := range 400 {
		for range v {
			values = append(values, uint32(v*7%400))
		}
	}
	got := histo.Counts(values, 300)
	if len(got) != 300 {
		t.Fatalf("there are %d bins", len(got))
	}
	for v := range 400 {
		bin := v * 7 % 400
		if bin < 300 && int(got[bin]) != min(v, 255) {
			t.Errorf("bin %d has %d, want %d", bin, got[bin], min(v, 255))
		}
	}
}

// As many values and bins as Parboil's default set has.
func BenchmarkCounts(b *testing.B) {
	values := make([]uint32, 996*1040)
	state := uint32(1)
	for i := range values {
		state = state*1664525 + 1013904223
		values[i] = (state >> 12) % (256 * 4096 / 4)
	}
	b.SetBytes(int64(4 * len(values)))
	for b.Loop() {
		histo.Counts(values, 256*4096)
	}
}
