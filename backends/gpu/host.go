package gpu

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The host part as code over numbered variables (host_code.go). A scalar is its bit pattern,
// as in a scalar.Value; functions do not recurse, so that each variable has a place
// of its own.

// host is a compiled host part.
type host struct {
	funs      map[string]*procedure
	scalars   int // places
	blocks    int
	constants []constant
	// What instructions run.
	closures    []num
	steps       []step
	applied     []application
	conversions []scalarConversion
}

// procedure is a function of the host.
type procedure struct {
	fun             *imp.Fun
	params, results []int // places, among scalars or blocks
	body            []instruction
	held            []int // blocks of params and results
	// shapes are the sizes of an entry point's external results, in order.
	shapes [][]num
}

type (
	// step runs a statement.
	step func(r *run)
	// num computes a scalar.
	num func(r *run) uint64
)

// hostCompiler numbers variables.
type hostCompiler struct {
	unit    *codegen.Unit
	host    *host
	scalars map[name.Name]int
	blocks  map[name.Name]int
	fun     *imp.Fun

	constants map[uint64]int32 // their places
	uses      map[name.Name]int
	called    map[string]bool // functions

	last      imp.Stm // the first of an entry point's last steps (lastSteps)
	unchecked bool    // from there on
}

// compileHost compiles the functions that run on the host.
func compileHost(p *imp.Program, u *codegen.Unit) *host {
	c := &hostCompiler{unit: u, host: &host{funs: map[string]*procedure{}}, scalars: map[name.Name]int{}, blocks: map[name.Name]int{}, constants: map[uint64]int32{}, uses: usesOf(p), called: imp.Called(p)}
	for _, f := range p.Funs {
		if !f.InKernel {
			c.function(f)
		}
	}
	return c.host
}

// block is the place of a block variable.
func (c *hostCompiler) block(n name.Name) int {
	i, ok := c.blocks[n]
	if !ok {
		panic(fmt.Sprintf("the block %s is not declared", n))
	}
	return i
}

// scalar is the place of a scalar variable.
func (c *hostCompiler) scalar(n name.Name) int {
	i, ok := c.scalars[n]
	if !ok {
		panic(fmt.Sprintf("the scalar %s is not declared", n))
	}
	return i
}

func (c *hostCompiler) declare(n name.Name, block bool) int {
	if block {
		c.blocks[n] = c.host.blocks
		c.host.blocks++
		return c.blocks[n]
	}
	c.scalars[n] = c.host.scalars
	c.host.scalars++
	return c.scalars[n]
}

// function compiles a function once; those that it calls come first.
func (c *hostCompiler) function(f *imp.Fun) *procedure {
	if p, ok := c.host.funs[f.Name]; ok {
		return p
	}
	p := &procedure{fun: f}
	c.host.funs[f.Name] = p
	outer := c.fun
	c.fun = f
	place := func(q imp.Param) int {
		i := c.declare(q.Name, q.Type.IsBlock())
		if q.Type.IsBlock() {
			p.held = append(p.held, i)
		}
		return i
	}
	for _, q := range f.Params {
		p.params = append(p.params, place(q))
	}
	for _, q := range f.Results {
		p.results = append(p.results, place(q))
	}
	last, unchecked := c.last, c.unchecked
	c.last, c.unchecked = nil, false
	if !c.called[f.Name] {
		c.last = lastSteps(f)
	}
	c.body(&p.body, f.Body)
	c.last, c.unchecked = last, unchecked
	if f.Entry != nil {
		for _, r := range f.Entry.Results {
			p.shapes = append(p.shapes, c.exprs(r.Shape))
		}
	}
	c.fun = outer
	return p
}

// body adds a statement list to code; at its end the blocks that it declares let go.
func (c *hostCompiler) body(code *[]instruction, ss []imp.Stm) {
	var held []int
	for i := 0; i < len(ss); i++ {
		c.unchecked = c.unchecked || c.last != nil && ss[i] == c.last
		n := neighbours(ss[i:])
		switch s := ss[i].(type) {
		case *imp.DeclareBlock:
			held = append(held, c.declare(s.Name, true))
		case *imp.If:
			c.conditional(code, s)
		case *imp.For:
			c.loop(code, s)
		case *imp.While:
			c.while(code, s)
		default:
			switch {
			case n > 1:
				c.step(code, c.loads(ss[i:i+n]))
				i += n - 1
			case i > 0 && c.handed(*code, ss[i-1], s) || c.assignment(code, s):
			default:
				c.step(code, c.stm(s))
			}
		}
	}
	if len(held) > 0 {
		c.step(code, func(r *run) { r.release(held) })
	}
}

// lastSteps is the first of the statements at the end of an entry point that only compute with
// elements and scalars, without failing; nil if there are none. What a failed kernel left does no
// harm there, so that loads need not ask whether one failed: the run asks when it ends.
func lastSteps(f *imp.Fun) (first imp.Stm) {
	if f.Entry == nil {
		return nil
	}
	for _, s := range slices.Backward(f.Body) {
		switch s := s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.AssignBlock, *imp.DeclareBlock:
		case *imp.Alloc:
			if _, known := s.Bytes.(*imp.Const); !known {
				return first
			}
		default:
			return first
		}
		total := true
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if p, ok := e.(*imp.Prim); ok {
					total = total && imp.Total(p)
				}
			})
		})
		if !total {
			return first
		}
		first = s
	}
	return first
}

func (c *hostCompiler) stm(s imp.Stm) step {
	switch s := s.(type) {
	case *imp.Alloc:
		return c.alloc(s)
	case *imp.AssignBlock:
		to := c.block(s.Dst)
		if s.Src.IsZero() {
			return func(r *run) { r.hold(to, nil) }
		}
		from := c.block(s.Src)
		return func(r *run) { r.hold(to, r.blocks[from]) }
	case *imp.Store:
		return c.store(s)
	case *imp.Call:
		return c.call(s)
	case *imp.Assert:
		return c.assert(s)
	case *imp.Copy:
		return c.copy(s)
	case *imp.Parallel:
		return c.parallel(c.unit.Of[s], s.Space, c.filled(s))
	case *imp.Launch:
		return c.launch(c.unit.Of[s], s)
	}
	panic(fmt.Sprintf("the host part holds a %T", s))
}

func (c *hostCompiler) call(s *imp.Call) step {
	f := c.unit.Prog.Fun(s.Fun)
	p := c.function(f)
	args := make([]num, len(s.Args))
	blocks := make([]int, len(s.Args))
	for i, a := range s.Args {
		if a.X != nil {
			args[i] = c.expr(a.X)
		} else {
			blocks[i] = c.block(a.Block)
		}
	}
	results := make([]int, len(s.Results))
	for i, n := range s.Results {
		if f.Results[i].Type.IsBlock() {
			results[i] = c.block(n)
		} else {
			results[i] = c.scalar(n)
		}
	}
	offset := c.unit.Paths.Offset(c.fun.Name, s.Fun, s.Pos)
	return func(r *run) {
		for i, x := range args {
			if x != nil {
				r.scalars[p.params[i]] = x(r)
			} else {
				r.hold(p.params[i], r.blocks[blocks[i]])
			}
		}
		r.path += offset
		r.call(p)
		r.path -= offset
		for i, to := range results {
			if f.Results[i].Type.IsBlock() {
				r.hold(to, r.blocks[p.results[i]])
			} else {
				r.scalars[to] = r.scalars[p.results[i]]
			}
		}
		r.release(p.held)
	}
}

// call runs a function whose parameters are set. Its blocks are held until the
// caller has taken the results.
func (r *run) call(p *procedure) {
	for i, q := range p.fun.Results {
		if !q.Type.IsBlock() {
			r.scalars[p.results[i]] = 0
		}
	}
	r.execute(p.body)
}

func (c *hostCompiler) assert(s *imp.Assert) step {
	cond := c.expr(s.Cond)
	var args []num
	var types []scalar.Type
	for _, m := range s.Message {
		if m.Arg != nil {
			args = append(args, c.expr(m.Arg))
			types = append(types, imp.TypeOf(m.Arg))
		}
	}
	fun := c.fun.Name
	return func(r *run) {
		if cond(r) != 0 {
			return
		}
		r.check()
		var values []scalar.Value
		for i, x := range args {
			values = append(values, scalar.Value{Type: types[i], Bits: x(r)})
		}
		panic(stop{r.x.located(text(s.Message, values), s.Trace, fun, r.path)})
	}
}

func (c *hostCompiler) alloc(s *imp.Alloc) step {
	bytes, to := c.expr(s.Bytes), c.block(s.Block)
	what := s.What
	if what == "" {
		what = "an intermediate array"
	}
	fun, kind := c.fun.Name, general
	switch {
	case c.unit.Mappable[s.Block]:
		kind = mapped
	case c.unit.HostOnly[s.Block]:
		kind = hostsOwn
	}
	return func(r *run) {
		r.hold(to, nil)
		n := int64(bytes(r))
		b, err := r.take(n, kind)
		if err != nil {
			r.room(err)
			r.check()
			panic(stop{r.x.located(r.x.deviceMemory(n, what, err), codegen.TraceOf(s), fun, r.path)})
		}
		r.hold(to, b)
	}
}

func (c *hostCompiler) store(s *imp.Store) step {
	index, x, b := c.expr(s.Index), c.expr(s.X), c.block(s.Block)
	size := int64(s.Elem.Size())
	return func(r *run) {
		r.fill(r.blocks[b], x(r), size, int64(index(r)))
	}
}

// view is a compiled imp.View.
type view struct {
	block   int
	offset  num
	strides []num
}

func (c *hostCompiler) view(v imp.View) view {
	return view{c.block(v.Block), c.expr(v.Offset), c.exprs(v.Strides)}
}

// consecutive tells whether the elements of a view lie one after the other.
func (v *view) consecutive(r *run, shape []int64) bool {
	want := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 && int64(v.strides[d](r)) != want {
			return false
		}
		want *= shape[d]
	}
	return true
}

func (c *hostCompiler) copy(s *imp.Copy) step {
	shape, dst, src := c.exprs(s.Shape), c.view(s.Dst), c.view(s.Src)
	kernel := c.parallel(c.unit.Of[s], c.unit.Of[s].Space, nil)
	elem := int64(s.Elem.Size())
	return func(r *run) {
		sizes, n := r.sizes[:0], int64(1)
		for _, size := range shape {
			sizes = append(sizes, int64(size(r)))
			if sizes[len(sizes)-1] <= 0 {
				return
			}
			n *= sizes[len(sizes)-1]
		}
		r.sizes = sizes
		if !dst.consecutive(r, sizes) || !src.consecutive(r, sizes) {
			kernel(r)
			return
		}
		r.copyBytes(r.blocks[dst.block], r.blocks[src.block], int64(dst.offset(r))*elem, int64(src.offset(r))*elem, n*elem)
	}
}
