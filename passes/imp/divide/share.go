package divide

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// division is a quotient of two operands that never change.
type division struct {
	quotient scalar.Op
	typ      scalar.Type
	x        name.Name
	byVar    name.Name
	by       int64 // if byVar is no name
}

// divisionOf returns what the initial value of a variable divides, and whether it is the
// remainder.
func (d *divider) divisionOf(s imp.Stm) (of division, remains, ok bool) {
	decl, ok := s.(*imp.Declare)
	if !ok || d.assigned[decl.Name] {
		return division{}, false, false
	}
	p, ok := decl.Init.(*imp.Prim)
	if !ok || imp.LanesOf(p) > 0 || !p.Type.IsInt() || len(p.Args) != 2 {
		return division{}, false, false
	}
	quotient, remains := remainders[p.Fn]
	if !remains {
		quotient = p.Fn
	}
	x, isVar := p.Args[0].(*imp.Var)
	if !quotients[quotient] || !isVar || d.assigned[x.Name] {
		return division{}, false, false
	}
	of = division{quotient: quotient, typ: p.Type, x: x.Name}
	switch by := p.Args[1].(type) {
	case *imp.Var:
		of.byVar = by.Name
		return of, remains, !d.assigned[by.Name]
	case *imp.Const:
		of.by = by.Value.Int()
		return of, remains, of.by&(of.by-1) != 0 // a mask is cheaper than a product
	}
	return division{}, false, false
}

// share computes remainders from quotients of the same operands: those in d.known, which
// are declared further up, and those that follow their remainder in a list, which are
// computed before it instead.
func (d *divider) share(list []imp.Stm) []imp.Stm {
	follows := map[division]bool{}
	for _, s := range list {
		if of, remains, ok := d.divisionOf(s); ok && !remains {
			follows[of] = true
		}
	}
	var here []division
	learn := func(of division, q name.Name) {
		if _, have := d.known[of]; !have {
			d.known[of] = q
			here = append(here, of)
		}
	}
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		of, remains, ok := d.divisionOf(s)
		if !ok {
			out = append(out, imp.WithBodies(s, d.share))
			continue
		}
		decl := s.(*imp.Declare)
		if _, have := d.known[of]; !have && remains && follows[of] && d.unit.Rewrite() {
			q := d.unit.Imp.Names.Fresh("quot")
			args := decl.Init.(*imp.Prim).Args
			out = append(out, &imp.Declare{Name: q, Type: of.typ, Init: &imp.Prim{Fn: of.quotient, Type: of.typ, Args: args}})
			learn(of, q)
		}
		out = append(out, d.shared(decl, of, remains))
		if !remains {
			learn(of, decl.Name)
		}
	}
	for _, of := range here {
		delete(d.known, of)
	}
	return out
}

// shared is decl, without a division if the quotient is known.
func (d *divider) shared(decl *imp.Declare, of division, remains bool) imp.Stm {
	known, have := d.known[of]
	if !have || !d.unit.Rewrite() {
		return decl
	}
	q := &imp.Var{Name: known, Type: of.typ}
	if !remains {
		return &imp.Declare{Name: decl.Name, Type: decl.Type, Init: q}
	}
	args := decl.Init.(*imp.Prim).Args
	return &imp.Declare{Name: decl.Name, Type: decl.Type, Init: left(of.typ, args[0], q, args[1])}
}
