package introducememory

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Pass is introduce-memory.
var Pass = &pass.Pass{
	Name:    "introduce-memory",
	Summary: "give every array a memory block and an index function",
	From:    pass.At(pass.Kernel),
	To:      pass.Mem,
	Constraints: []pass.Constraint{
		{Order: pass.Needs, Pass: "sequentialise", Reason: "mem has no map, reduce, scan, scatter or hist"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	out := &ir.Program{Level: ir.Mem, Names: u.IR.Names}
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		l := &lowering{
			arrays:  map[name.Name]array{},
			guesses: map[*ir.Loop][]guess{},
			names:   out.Names,
		}
		g, err := l.fun(f)
		out.Funs = append(out.Funs, g)
		return err
	})
	if err != nil {
		return err
	}
	u.IR = out
	return nil
}

// lowering is the state of one function's lowering.
type lowering struct {
	names   *name.Supply
	arrays  map[name.Name]array // arrays in scope
	guesses map[*ir.Loop][]guess
	// guessing is set while a loop is lowered under guesses that may not hold; weakened,
	// once a guess of that loop or a nested one has not held.
	guessing, weakened bool
}

// array is the type and location of an array in scope.
type array struct {
	Type ir.Type
	At   ir.Loc
}

// bind sets and records the location of a pattern element.
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

// withBlocks inserts a block before each array of a parameter or result list and places the
// array row-major in it.
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

// rowMajor returns array n, or a copy if n is not row-major at the start of its block.
func (l *lowering) rowMajor(b *ir.Builder, n name.Name) name.Name {
	if l.arrays[n].At.Index.IsRowMajor() {
		return n
	}
	return l.copy(b, n)
}

// contiguous replaces the arrays among as that are not row-major at some offset by copies.
func (l *lowering) contiguous(b *ir.Builder, as []ir.Atom) []ir.Atom {
	out := slices.Clone(as)
	for i, a := range as {
		if x, ok := l.arrays[a.Name]; ok && !x.At.Index.IsContiguous() {
			out[i] = ir.Var(l.copy(b, a.Name))
		}
	}
	return out
}

// copy returns a row-major copy of array n in a new block.
func (l *lowering) copy(b *ir.Builder, n name.Name) name.Name {
	c := ir.Param{Name: l.names.Like(n), Type: l.arrays[n].Type}
	l.allocFor(b, &c)
	b.Bind([]ir.Param{c}, &ir.Copy{Array: n})
	return c.Name
}

// allocFor allocates a block for array p and places p row-major in it.
func (l *lowering) allocFor(b *ir.Builder, p *ir.Param, told ...ir.Attr) {
	block := l.freshBlock(p.Name)
	alloc := &ir.Alloc{Bytes: bytesOf(b, p.Type)}
	b.Append(&ir.Stm{Pat: []ir.Param{block}, Exp: alloc, Pos: b.Pos, Attrs: told})
	l.bind(p, *ir.RowMajorIn(block.Name, p.Type))
}

// bytesOf returns the size of an array in bytes, computed by b. It cannot fail: products
// saturate, and allocating a saturated size fails.
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

// atomOf returns the value of p, an i64, as an atom, computed by b if necessary.
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
