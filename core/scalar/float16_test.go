package scalar

import (
	"math"
	"testing"
)

// Every binary16 is an f64, so widening and rounding back must be the identity;
// and what lies between two neighbours must go to the nearer, or the even one.
func TestFloat16Neighbours(t *testing.T) {
	for h := uint16(0); h < 0x7c00; h++ {
		x := float16ToFloat64(h)
		if got := float64ToFloat16(x); got != h {
			t.Fatalf("%#04x is %v, which rounds to %#04x", h, x, got)
		}
		if got := float64ToFloat16(-x); got != h|0x8000 {
			t.Fatalf("-%v rounds to %#04x, want %#04x", x, got, h|0x8000)
		}
		next := float16ToFloat64(h + 1)
		if h == 0x7bff {
			next = 65536 // what would follow the largest, were there room
		}
		half := x + (next-x)/2
		even := h + h&1
		for _, c := range []struct {
			x    float64
			want uint16
		}{
			{math.Nextafter(half, 0), h},
			{half, even},
			{math.Nextafter(half, math.MaxFloat64), h + 1},
		} {
			if got := float64ToFloat16(c.x); got != c.want {
				t.Fatalf("%v rounds to %#04x, want %#04x", c.x, got, c.want)
			}
		}
	}
}

// Values from IEEE 754-2008's tables of binary16.
func TestFloat16Known(t *testing.T) {
	for _, c := range []struct {
		h uint16
		x float64
	}{
		{0x3c00, 1}, {0xc000, -2}, {0x7bff, 65504}, {0x0400, 0x1p-14}, {0x03ff, 0x1.ff8p-15},
		{0x0001, 0x1p-24}, {0x3555, 0.333251953125}, {0x7c00, math.Inf(1)}, {0xfc00, math.Inf(-1)}, {0x0000, 0},
	} {
		if got := float16ToFloat64(c.h); got != c.x {
			t.Errorf("%#04x is %v, want %v", c.h, got, c.x)
		}
		if got := float64ToFloat16(c.x); got != c.h {
			t.Errorf("%v is %#04x, want %#04x", c.x, got, c.h)
		}
	}
}
