package introducememory

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Program returns the mem program that p, a kernel program, lowers to. It
// changes p.
func Program(p *ir.Program) (*ir.Program, error) {
	out := &ir.Program{Level: ir.Mem, Names: p.Names}
	guesses := map[*ir.Loop][]guess{}
	for _, f := range p.Funs {
		l := &lowering{
			funs:    p,
			arrays:  map[name.Name]array{},
			guesses: guesses,
			names:   p.Names,
		}
		g, err := l.fun(f)
		if err != nil {
			return nil, fmt.Errorf("function %s: %w", f.Name, err)
		}
		out.Funs = append(out.Funs, g)
	}
	return out, nil
}

// lowering is the state within one function.
type lowering struct {
	funs    *ir.Program
	names   *name.Supply
	arrays  map[name.Name]array // every array in scope
	guesses map[*ir.Loop][]guess
}

// array is what is known of an array in scope.
type array struct {
	Type ir.Type
	At   ir.Loc
}

// bind records the location of a pattern's element and puts it there.
func (l *lowering) bind(p *ir.Param, at ir.Loc) {
	p.At = &at
	l.arrays[p.Name] = array{p.Type, at}
}

func (l *lowering) fun(f *ir.Fun) (*ir.Fun, error) {
	out := &ir.Fun{Name: f.Name, Entry: f.Entry, Pos: f.Pos}
	out.Params = l.withBlocks(f.Params)
	out.Results = l.withBlocks(f.Results)

	b := ir.NewBuilder(l.names)
	b.Pos = f.Pos
	if err := l.stms(b, f.Body.Stms); err != nil {
		return nil, err
	}
	var result []ir.Atom
	for i, r := range f.Body.Result {
		if f.Results[i].Type.IsArray() {
			r = ir.Var(l.rowMajor(b, r.Name))
			result = append(result, ir.Var(l.arrays[r.Name].At.Block))
		}
		result = append(result, r)
	}
	out.Body = b.Body(result...)
	return out, nil
}

// withBlocks puts a block before each array of a parameter or result list and
// the array row-major into it.
func (l *lowering) withBlocks(ps []ir.Param) []ir.Param {
	var out []ir.Param
	for _, p := range ps {
		if p.Type.IsArray() {
			block := l.freshBlock(p.Name)
			out = append(out, block)
			l.bind(&p, *ir.RowMajorIn(block.Name, p.Type))
		}
		out = append(out, p)
	}
	return out
}

func (l *lowering) freshBlock(of name.Name) ir.Param {
	return ir.Param{Name: l.names.Fresh(of.Base + "_mem"), Type: ir.BlockIn("")}
}

// rowMajor returns array n, or a copy of it where n does not lie row-major at
// the start of its block.
func (l *lowering) rowMajor(b *ir.Builder, n name.Name) name.Name {
	a := l.arrays[n]
	if a.At.Index.Equal(lmad.RowMajor(ir.Polys(a.Type.Dims))) {
		return n
	}
	c := ir.Param{Name: l.names.Like(n), Type: a.Type}
	l.allocFor(b, &c)
	b.Bind([]ir.Param{c}, &ir.Copy{Array: n})
	return c.Name
}

// allocFor allocates a block for the array p and puts p row-major into it.
func (l *lowering) allocFor(b *ir.Builder, p *ir.Param) {
	block := l.freshBlock(p.Name)
	b.Bind([]ir.Param{block}, &ir.Alloc{Bytes: bytesOf(b, p.Type)})
	l.bind(p, *ir.RowMajorIn(block.Name, p.Type))
}

// bytesOf is the size of an array, computed by b. It cannot fail: a product
// too large saturates, and allocating that much fails.
func bytesOf(b *ir.Builder, t ir.Type) ir.Atom {
	bytes := ir.Size(int64(t.Elem.Size()))
	for _, d := range t.Dims {
		x, xConst := bytes.AsSize()
		y, yConst := d.AsSize()
		if xConst && yConst {
			v, _ := scalar.MulSat.Eval(scalar.I64, scalar.Int(scalar.I64, x), scalar.Int(scalar.I64, y))
			bytes = ir.Const(v)
			continue
		}
		bytes = b.Prim("bytes", scalar.MulSat, scalar.I64, bytes, d)
	}
	return bytes
}

// atomOf is the value of p, an i64, computed by b where it is not an atom yet.
func atomOf(b *ir.Builder, base string, p sym.Poly) ir.Atom {
	if c, ok := p.AsConst(); ok {
		return ir.Size(c)
	}
	if v, ok := p.AsVar(); ok {
		return ir.Var(v)
	}
	var sum ir.Atom
	for i, t := range p.Terms() {
		product := ir.Size(t.Coef)
		for j, v := range t.Vars {
			if j == 0 && t.Coef == 1 {
				product = ir.Var(v)
				continue
			}
			product = b.Prim(base, scalar.Mul, scalar.I64, product, ir.Var(v))
		}
		if i == 0 {
			sum = product
			continue
		}
		sum = b.Prim(base, scalar.Add, scalar.I64, sum, product)
	}
	return sum
}
