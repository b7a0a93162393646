//go:build opencl

package opencl

import (
	"bytes"
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
)

// Ranges far into a buffer, filled as sub-buffers, get the same contents as with any other
// reach.
func TestFillBeyondReach(t *testing.T) {
	opened, err := open("", false, gpu.Cache{})
	var unavailable *backend.UnavailableError
	if errors.As(err, &unavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	d := opened.(*device)
	const size = 5000
	m, err := d.Alloc(size)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Free(m)
	for _, c := range []struct{ offset, bytes int64 }{
		{0, 8}, {1016, 16}, {4992, 8}, {2048, 8}, {1024, 1024}, {8, 4984}, {4000, 8}, {0, 5000}, {3000, 0},
	} {
		want, got := bytes.Repeat([]byte{9}, size), make([]byte, size)
		pattern := []byte{1, 2, 3, 4, 5, 6, 7, 8}
		if err := d.Write(m, 0, want); err != nil {
			t.Fatal(err)
		}
		copy(want[c.offset:c.offset+c.bytes], bytes.Repeat(pattern, size/8))
		if err := d.fill(m, pattern, c.offset, c.bytes, 2048); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		if err := d.Read(got, m, 0); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, got) {
			t.Errorf("%v: filled something else", c)
		}
	}
}
