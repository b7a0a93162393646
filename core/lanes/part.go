package lanes

import "github.com/lamina-lang/lamina/core/imp"

// Where lanes part ways: assertions, and the bounds of loops inside.

// orderly reports whether nothing is stored or accumulated before a place where
// the loop may give up.
func (p *Plan) orderly() bool {
	final, ok := false, true
	var list func(stms []imp.Stm, inner bool)
	list = func(stms []imp.Stm, inner bool) {
		for _, s := range stms {
			switch s := s.(type) {
			case *imp.Store:
				final = true
			case *imp.Assign:
				final = final || p.folds(s.Name)
			case *imp.Assert:
				ok = ok && !(p.PartsAt(s) && final)
			case *imp.For:
				if p.Differs(s.Bound) && (inner || final || !p.mostlyEqual(s.Bound)) {
					ok = false
				}
				before := final
				list(s.Body, true)
				if final && !before {
					list(s.Body, true) // the next iteration comes after its stores
				}
			case *imp.If:
				list(s.Then, inner)
				list(s.Else, inner)
			}
		}
	}
	list(p.Body, false)
	return ok
}

// PartsAt reports whether lanes may part ways at an assertion.
func (p *Plan) PartsAt(s *imp.Assert) bool {
	if p.Differs(s.Cond) {
		return true
	}
	for _, m := range s.Message {
		if m.Arg != nil && p.Differs(m.Arg) {
			return true
		}
	}
	return false
}

// mostlyEqual reports whether the bound of an inner loop may be the same for
// neighbours: it is not if it is linear in the index.
func (p *Plan) mostlyEqual(bound imp.Expr) bool {
	if !p.ByLane(bound) {
		return false
	}
	return p.PatternOf(bound).Form == Scattered
}
