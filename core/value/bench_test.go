package value

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
)

func randomMatrix(b *testing.B, elem scalar.Type) Value {
	v, err := New(elem, 256, 256)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range v.Len() {
		x := scalar.Int(elem, random.Int64())
		if elem.IsFloat() {
			x = scalar.Float(elem, random.Float64())
		}
		v.Set(i, x)
	}
	return v
}

func BenchmarkText(b *testing.B) {
	for _, elem := range []scalar.Type{scalar.F32, scalar.F64, scalar.I32, scalar.U8} {
		v := randomMatrix(b, elem)
		var text bytes.Buffer
		if err := Write(&text, Text, v); err != nil {
			b.Fatal(err)
		}
		b.Run("read_"+elem.String(), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text.Bytes()), "in"); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("write_"+elem.String(), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := Write(&out, Text, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
