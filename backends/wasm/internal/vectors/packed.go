package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A packed loop is one over elements of 8 or 16 bits, next to each other, which are
// loaded and computed with as they lie in memory, 16 or 8 to a vector. As many
// iterations run at once as the smallest elements fill a vector; what is computed of
// larger ones takes several vectors, the parts of a value, in the order of the
// iterations (parts.go). So a part holds 16 / size elements. A bool that is compared
// is a mask, of the size of what was compared.
//
// Bodies are straight-line. Folds are in packedfold.go, operators in packedops.go.
type packed struct {
	*vector
	computed map[partOf]assemble.Value        // what is computed already in this iteration
	folds    map[*imp.Assign][]assemble.Local // the lanes of each fold
}

// partOf names one of the vectors that make up a value with lanes of size bytes: that of an
// expression, or of the integer that its value is when it is extended, or cut, to size.
type partOf struct {
	e      imp.Expr
	size   int
	signed bool
	n      int
}

// maxPackedNodes bounds the bodies that are packed: each of their operators may come
// to eight instructions, or a few times as many.
const maxPackedNodes = 120

// pack plans a loop; nil if it is none of this kind.
func pack(f *emit.Fn, l emit.Loop) *packed {
	if guards.Exceed(maxPackedNodes, l.Body) || !narrowAccesses(l.Body) {
		return nil
	}
	v := plan(f, l)
	if v == nil {
		return nil
	}
	p := &packed{vector: v}
	p.classifyLoaded()
	if !p.possible() || !l.Independent && !v.Apart(f.InScope, f.Sole) {
		return nil
	}
	return p
}

// classifyLoaded makes the i64s that are computed from elements vary like these; what
// remains symbolic is computed from the index alone.
func (p *packed) classifyLoaded() {
	for _, s := range p.Body {
		d, ok := s.(*imp.Declare)
		if !ok || p.Kinds[d.Name] != lanes.Symbolic {
			continue
		}
		imp.WalkExpr(d.Init, func(e imp.Expr) {
			if x, ok := e.(*imp.Var); ok && p.Kinds[x.Name] == lanes.Varying {
				p.Kinds[d.Name] = lanes.Varying
			}
		})
	}
}

// narrowAccesses reports whether a list accesses elements of 8 or 16 bits.
func narrowAccesses(list []imp.Stm) bool {
	found := false
	access := func(t scalar.Type) { found = found || t.Size() <= 2 && t != scalar.F16 }
	imp.Walk(list, func(s imp.Stm) bool {
		if st, ok := s.(*imp.Store); ok {
			access(st.Elem)
		}
		imp.EachLoad(s, func(l *imp.Load) { access(l.Elem) })
		return !found
	})
	return found
}

// possible reports whether all that the body does can be done in parts, and sets the
// number of lanes.
func (p *packed) possible() bool {
	narrowest := 8
	for node, a := range p.Access {
		elem := scalar.Type(0)
		switch node := node.(type) {
		case *imp.Store:
			elem = node.Elem
		case *imp.Load:
			elem = node.Elem
		}
		if a.Form == lanes.Same {
			continue
		}
		if a.Form != lanes.Adjacent || elem == scalar.F16 {
			return false
		}
		narrowest = min(narrowest, elem.Size())
	}
	if narrowest > 2 {
		return false
	}
	p.Lanes = 16 / narrowest
	for _, s := range p.Body {
		switch s := s.(type) {
		case *imp.Declare:
			if p.Kinds[s.Name] == lanes.Varying {
				// What is assigned in lanes may be declared as what is the same in all
				// of them, which parts are not made of.
				_, once := p.Defs[s.Name]
				if !once || !p.Differs(p.origin(s.Init)) || !p.can(s.Init) {
					return false
				}
			}
		case *imp.Assign:
			if _, folds := p.Results[s.Name]; !folds || !p.canFold(s) {
				return false
			}
		case *imp.Store:
			if !p.can(s.X) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// can reports whether e can be computed in parts.
func (p *packed) can(e imp.Expr) bool {
	if !p.Differs(e) {
		return imp.TypeOf(e) != scalar.F16
	}
	if p.size(e)*p.Lanes < 16 || imp.TypeOf(e) == scalar.F16 {
		return false
	}
	switch e := e.(type) {
	case *imp.Var:
		return p.Kinds[e.Name] == lanes.Varying
	case *imp.Load:
		return true
	case *imp.Prim:
		if _, ok := packedOperator(e); !ok {
			return false
		}
	case *imp.Convert:
		if !packedConversion(e.From, e.To) {
			return false
		}
	}
	for _, x := range imp.Operands(e) {
		if !p.can(x) {
			return false
		}
	}
	return true
}

// origin follows variables to what they are declared as, which stands for them.
func (p *packed) origin(e imp.Expr) imp.Expr {
	for {
		v, ok := e.(*imp.Var)
		if !ok || p.Kinds[v.Name] != lanes.Varying {
			return e
		}
		def, ok := p.Defs[v.Name]
		if !ok {
			return e
		}
		e = def
	}
}

// size is how many bytes the lanes of e have: of a mask, as many as those of what was
// compared.
func (p *packed) size(e imp.Expr) int {
	e = p.origin(e)
	t := imp.TypeOf(e)
	if t != scalar.Bool {
		return t.Size()
	}
	switch e := e.(type) {
	case *imp.Prim:
		for _, x := range e.Args {
			if p.Differs(x) {
				return p.size(x)
			}
		}
	case *imp.Convert:
		return p.size(e.X)
	}
	return 1
}

// count is how many parts a value with lanes of size bytes has.
func (p *packed) count(size int) int { return p.Lanes * size / 16 }

// RunsAll implements InLanes.
func (p *packed) RunsAll() bool { return false }

// Run writes the loop.
func (p *packed) Run() {
	p.enter()
	defer p.leaveVector()
	p.pass(p.begin, p.once, p.finish)
}

// begin puts what the loop does not change into all lanes, and starts its folds.
func (p *packed) begin() {
	p.splats = map[string]assemble.Local{}
	changed := imp.Changes(p.Body)
	changed[p.Index] = true
	var visit func(e imp.Expr)
	visit = func(e imp.Expr) {
		if _, isLoad := e.(*imp.Load); isLoad {
			return
		}
		if p.Differs(e) {
			for _, x := range imp.Operands(e) {
				visit(x)
			}
			return
		}
		k := imp.Key(e)
		_, isConst := imp.ConstOf(e)
		if _, ok := p.splats[k]; ok || isConst || !p.Movable(e, changed) || len(p.splats) == emit.MaxSplats {
			return
		}
		p.splat(e)
		p.splats[k] = p.Keep(code.V128).At
	}
	for _, s := range p.Body {
		switch s := s.(type) {
		case *imp.Declare:
			if p.Kinds[s.Name] == lanes.Varying {
				visit(s.Init)
			}
		case *imp.Assign:
			_, e := foldOf(s)
			visit(e)
		case *imp.Store:
			visit(s.X)
		}
	}
	p.beginFolds()
}

// once writes the statements for all lanes. What loads is computed where it stands;
// all else where it is needed.
func (p *packed) once() {
	p.computed = map[partOf]assemble.Value{}
	for _, s := range p.Body {
		switch s := s.(type) {
		case *imp.Declare:
			switch {
			case p.Kinds[s.Name] == lanes.Uniform:
				p.Stm(s)
			case p.Kinds[s.Name] == lanes.Varying && loads(s.Init):
				p.all(s.Init)
			}
		case *imp.Assign:
			p.fold(s)
		case *imp.Store:
			p.store(s)
		}
	}
	for _, s := range p.Body {
		if d, ok := s.(*imp.Declare); ok && p.Kinds[d.Name] == lanes.Uniform && !p.Done[d.Name] {
			delete(p.Vars, d.Name)
		}
	}
}

func loads(e imp.Expr) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) {
		if _, ok := e.(*imp.Load); ok {
			found = true
		}
	})
	return found
}

// all computes all parts of e.
func (p *packed) all(e imp.Expr) []assemble.Value {
	size := p.size(e)
	xs := make([]assemble.Value, p.count(size))
	for n := range xs {
		xs[n] = p.part(e, n)
	}
	return xs
}

func (p *packed) store(s *imp.Store) {
	var xs []assemble.Value
	if s.Elem != scalar.Bool {
		xs = p.all(s.X)
	} else {
		for n := range p.count(1) {
			p.Push(p.resized(s.X, 1, true, n))
			p.splatBits(1, 1)
			p.Op(code.V128And)
			xs = append(xs, p.Keep(code.V128))
		}
	}
	for n, x := range xs {
		offset := p.Address(s, s.Block, s.Elem, s.Index)
		p.Push(x)
		p.Put(code.V128Store, offset+uint64(16*n))
	}
}
