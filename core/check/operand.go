package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// parts is an expression split into the variables that are its operands, and the parts
// that have a scope of their own.
type parts struct {
	vars    []name.Name
	lambdas []*ir.Lambda
	bodies  []*ir.Body
	space   []ir.SpaceDim
	missing bool // whether a required body or operator is nil
	types   []ir.Type
}

// operands splits e and checks that its operands may be used here.
func (c *checker) operands(e ir.Exp) (*parts, error) {
	p := new(parts)
	e.Visit(p)
	if p.missing {
		return nil, c.fail(ops.RuleForm, "a body or operator is missing")
	}
	for _, t := range p.types {
		if err := c.wellFormed(t); err != nil {
			return nil, err
		}
	}
	for _, n := range p.vars {
		if err := c.use(n); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *parts) Atom(_ string, a *ir.Atom) {
	if a.IsVar() {
		p.vars = append(p.vars, a.Name)
	}
}

func (p *parts) Atoms(_ string, as *[]ir.Atom) {
	for i := range *as {
		p.Atom("", &(*as)[i])
	}
}

func (p *parts) Var(_ string, n *name.Name)     { p.vars = append(p.vars, *n) }
func (p *parts) Vars(_ string, ns *[]name.Name) { p.vars = append(p.vars, *ns...) }
func (p *parts) Int(string, *int)               {}
func (p *parts) Ints(string, *[]int)            {}
func (p *parts) Flag(string, *bool)             {}
func (p *parts) Fn(*scalar.Op)                  {}
func (p *parts) Elem(*scalar.Type)              {}
func (p *parts) Type(_ string, t *ir.Type)      { p.types = append(p.types, *t) }
func (p *parts) FunName(*string)                {}
func (p *parts) Trace(*[]source.Pos)            {}
func (p *parts) MemSpace(string, *ir.Space)     {}
func (p *parts) Parallel(string, *ir.Parallel)  {}
func (p *parts) IndexSpace(s *[]ir.SpaceDim)    { p.addSpace(*s) }
func (p *parts) Lambda(_ string, l **ir.Lambda) { p.addLambda(*l) }
func (p *parts) Body(_ string, b **ir.Body)     { p.addBody(*b) }

func (p *parts) addLambda(l *ir.Lambda) {
	if l == nil {
		return // the type rule decides whether it may be
	}
	p.missing = p.missing || l.Body == nil
	p.lambdas = append(p.lambdas, l)
}

func (p *parts) addBody(b *ir.Body) {
	p.missing = p.missing || b == nil
	p.bodies = append(p.bodies, b)
}

func (p *parts) addSpace(dims []ir.SpaceDim) {
	p.space = dims
	for i := range dims {
		p.Atom("", &dims[i].Size)
	}
}

func (p *parts) Message(m *[]ir.MessagePart) {
	for _, part := range *m {
		if part.Arg != nil {
			p.Atom("", part.Arg)
		}
	}
}

func (p *parts) Slice(_ string, ds *[]ir.SliceDim) {
	for _, d := range *ds {
		p.Atom("", &d.Start)
		if !d.Fix {
			p.Atom("", &d.Size)
			p.Atom("", &d.Step)
		}
	}
}

func (p *parts) FlatDims(_ string, ds *[]ir.FlatDim) {
	for _, d := range *ds {
		p.Atom("", &d.Size)
		p.Atom("", &d.Stride)
	}
}

func (p *parts) Dests(_ string, ds *[]ir.Dest) {
	for _, d := range *ds {
		p.vars = append(p.vars, d.Array)
	}
}

func (p *parts) HistOps(_ string, hs *[]ir.HistOp) {
	for i := range *hs {
		h := &(*hs)[i]
		p.vars = append(p.vars, h.Dests...)
		p.Atoms("", &h.Neutral)
		p.missing = p.missing || h.Operator == nil
		p.addLambda(h.Operator)
	}
}

func (p *parts) LoopHeader(l *ir.Loop) {
	p.Atoms("", &l.Inits)
	if !l.Index.IsZero() {
		p.Atom("", &l.Bound)
	}
}
