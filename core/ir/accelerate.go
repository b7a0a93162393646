package ir

import "slices"

// Accelerate is a region: a body that is to run on a device, as an entry point of its own.
// Until it is extracted it means its body, as if the statements stood in its place.
//
// Captures are what a caller of the entry point passes, in order. The body may mention other
// names around it; extraction passes these too.
type Accelerate struct {
	Region   string // its name: that of the entry point
	Captures []Atom
	Body     *Body
}

func (*Accelerate) Op() string { return "accelerate" }

// Visit calls v for every part, in the order of the text form.
func (e *Accelerate) Visit(v Visitor) {
	v.FunName(&e.Region)
	v.Atoms("", &e.Captures)
	v.Body("", &e.Body)
}

// Dissolve puts the body of each region in its place, and reports whether there was any.
func (p *Program) Dissolve() bool {
	any := false
	for _, f := range p.Funs {
		s := Subst{}
		if dissolve(f.Body, s) {
			s.Body(f.Body)
			any = true
		}
	}
	if any {
		p.DropRegionAttrs()
	}
	return any
}

// dissolve does so in a body; s maps what the regions bound to their bodies' results.
func dissolve(b *Body, s Subst) bool {
	any := false
	for i := 0; i < len(b.Stms); i++ {
		EachBody(b.Stms[i].Exp, func(inner *Body) { any = dissolve(inner, s) || any })
		r, ok := b.Stms[i].Exp.(*Accelerate)
		if !ok {
			continue
		}
		for k, p := range b.Stms[i].Pat {
			s[p.Name] = s.Atom(r.Body.Result[k])
		}
		b.Stms = slices.Replace(b.Stms, i, i+1, r.Body.Stms...)
		i += len(r.Body.Stms) - 1
		any = true
	}
	return any
}

// Regions lists the names of the program's regions, in order.
func (p *Program) Regions() []string {
	var out []string
	(&Walker{Stm: func(s *Stm) {
		if r, ok := s.Exp.(*Accelerate); ok {
			out = append(out, r.Region)
		}
	}}).Program(p)
	return out
}
