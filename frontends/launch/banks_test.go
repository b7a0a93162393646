package launch

import (
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// tile is a kernel that writes rows of n words and reads them as columns, or as rows.
func tile(n int64, columns bool) (*Kernel, []imp.Stm, *imp.At) {
	names := name.NewSupply(0)
	block, local := names.Fresh("tile"), names.Fresh("local")
	at := func(i sym.Poly) *imp.At {
		return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: imp.Int(n * n), Stride: imp.Int(1), Index: imp.Poly(i)}}}
	}
	k := NewKernel(n)
	k.Shared = []imp.Shared{{Name: block, Bytes: imp.Int(4 * n * n)}}
	i := sym.Var(local)
	read := at(i)
	if columns {
		read = at(i.Scale(n))
	}
	return k, []imp.Stm{
		&imp.Declare{Name: local, Type: scalar.I64, Init: &imp.ID{Kind: imp.LocalID}},
		&imp.Store{Block: block, Elem: scalar.I32, Index: at(i), X: &imp.Const{Value: scalar.Int(scalar.I32, 1)}},
		&imp.Declare{Name: names.Fresh("x"), Type: scalar.I32, Init: &imp.Load{Block: block, Elem: scalar.I32, Index: read}},
	}, read
}

func TestPadded(t *testing.T) {
	for _, c := range []struct {
		n       int64
		columns bool
		bytes   int64
	}{
		{32, true, 32 * 33 * 4},    // a column of 32 words is in one bank
		{64, true, 64 * 66 * 4},    // and so is one of 64
		{32, false, 32 * 32 * 4},   // a row is in all
		{128, true, 128 * 128 * 4}, // the block would be too large
	} {
		k, list, read := tile(c.n, c.columns)
		k.Padded(list)
		bytes, _ := imp.ConstOf(k.Shared[0].Bytes)
		if bytes.Int() != c.bytes {
			t.Errorf("%d words, columns %v: %d bytes, not %d", c.n, c.columns, bytes.Int(), c.bytes)
		}
		if c.bytes == 32*33*4 {
			f := k.accessesOf(list)
			if straight, _, known := f.waits(read); !known || straight != 1 {
				t.Errorf("the work-items of a warp wait %d turns for a padded column", straight)
			}
		}
	}
}
