package lmad

import "github.com/lamina-lang/lamina/core/sym"

// Parse reads an LMAD as String prints it, such as "i*b + n + 1 + {(i+1 : n*b-b), (b :
// n), (b : 1)}". The offset is optional, and so are the dimensions: "i*b" is one point.
// Syntax errors are *source.Error.
func Parse(file, text string) (l LMAD, err error) {
	err = sym.Read(file, text, func(r *sym.Reader) {
		if !r.Is("{") {
			l.Offset = r.Poly()
			if r.AtEnd() {
				return
			}
			r.Expect("+")
		}
		l.Dims = readDims(r)
	})
	return l, err
}

func readDims(r *sym.Reader) []Dim {
	var dims []Dim
	r.Expect("{")
	for !r.Accept("}") {
		if len(dims) > 0 && !r.Accept(",") {
			r.Fail(`"," or "}"`)
		}
		r.Expect("(")
		size := r.Poly()
		r.Expect(":")
		dims = append(dims, Dim{size, r.Poly()})
		r.Expect(")")
	}
	return dims
}
