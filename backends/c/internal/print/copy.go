package print

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
)

// copy writes a copy of an array, unless that is to stay where it is. The innermost dimensions
// that lie row-major without gaps in both views are copied as runs.
func (f *fn) copy(s *imp.Copy) {
	run := s.Runs()
	t := stored(s.Elem)
	f.block(func() {
		count := "1"
		for d, n := range s.Shape {
			f.line("const i64 size%d = %s;", d, unparen(f.expr(n)))
			if d == 0 {
				count = "size0"
			} else {
				count += fmt.Sprintf(" * size%d", d)
			}
		}
		f.line("const i64 count = %s;", count)
		f.block(func() {
			f.line("%s_at *to = &AT(%s, %s, %s);", t, t, f.ident(s.Dst.Block), f.index(s.Dst.Offset))
			f.line("const %s_at *from = &AT(%s, %s, %s);", t, t, f.ident(s.Src.Block), f.index(s.Src.Offset))
			f.block(func() {
				f.line("lamina_count_copy(t, count, %d);", s.Elem.Size())
				f.copyDims(s, run, 0, "to", "from")
			}, "if (to != from)")
		}, "if (count != 0)")
	}, "")
}

// copyDims writes the loops over dimensions from d on.
func (f *fn) copyDims(s *imp.Copy, run, d int, to, from string) {
	if d == run {
		if run == len(s.Shape) {
			f.line("*%s = *%s;", to, from)
			return
		}
		size := fmt.Sprint(s.Elem.Size())
		for i := d; i < len(s.Shape); i++ {
			size += fmt.Sprintf(" * (size_t)size%d", i)
		}
		f.line("memcpy(%s, %s, %s);", to, from, size)
		return
	}
	f.line("const i64 to_step%d = %s, from_step%d = %s;", d, unparen(f.expr(s.Dst.Strides[d])), d, unparen(f.expr(s.Src.Strides[d])))
	if d == len(s.Shape)-1 {
		f.line("LAMINA_INDEPENDENT")
		f.line("for (i64 i = 0; i < size%d; i++) %s[i * to_step%d] = %s[i * from_step%d];", d, to, d, from, d)
		return
	}
	f.block(func() {
		f.line("%s_at *to%d = %s + i%d * to_step%d;", stored(s.Elem), d, to, d, d)
		f.line("const %s_at *from%d = %s + i%d * from_step%d;", stored(s.Elem), d, from, d, d)
		f.copyDims(s, run, d+1, fmt.Sprintf("to%d", d), fmt.Sprintf("from%d", d))
	}, "for (i64 i%d = 0; i%d < size%d; i%d++)", d, d, d, d)
}
