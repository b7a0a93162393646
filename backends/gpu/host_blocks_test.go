package gpu

import (
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Host and kernels agree on which blocks are apart, and on their sizes.
func TestBlocksOnTheHost(t *testing.T) {
	a, b := &block{bytes: 1 << 20}, &block{bytes: 1 << 34}
	x, y := name.Name{Base: "x", ID: 1}, name.Name{Base: "y", ID: 2}
	c := &hostCompiler{host: &host{}, blocks: map[name.Name]int{x: 0, y: 1}}
	for _, test := range []struct {
		name          string
		written, read []name.Name
		blocks        []*block
		want          uint64
	}{
		{"apart", []name.Name{y}, []name.Name{x}, []*block{a, b}, 1},
		{"one block, read and written", []name.Name{y}, []name.Name{x}, []*block{a, a}, 0},
		{"one block, written twice", []name.Name{y, x}, nil, []*block{a, a}, 0},
		{"one block, only read", nil, []name.Name{x, y}, []*block{a, a}, 1},
		{"no block yet", []name.Name{x, y}, nil, []*block{nil, nil}, 1},
	} {
		if got := c.expr(&imp.Apart{Written: test.written, Read: test.read})(&run{blocks: test.blocks}); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
	size := c.expr(&imp.Bytes{Block: y})
	for _, test := range []struct {
		block *block
		want  uint64
	}{{b, 1 << 34}, {nil, 0}} {
		if got := size(&run{blocks: []*block{a, test.block}}); got != test.want {
			t.Errorf("the size is %d, want %d", got, test.want)
		}
	}
}
