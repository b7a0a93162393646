package ir

// Keep removes from p all functions but the named one and those that it calls, directly
// or indirectly. Their order stays.
func (p *Program) Keep(name string) {
	funs := map[string]*Fun{}
	for _, f := range p.Funs {
		funs[f.Name] = f
	}
	kept := map[string]bool{}
	var keep func(string)
	keep = func(name string) {
		f := funs[name]
		if f == nil || kept[name] {
			return
		}
		kept[name] = true
		w := Walker{Stm: func(s *Stm) {
			if call, ok := s.Exp.(*Call); ok {
				keep(call.Fun)
			}
		}, Body: func(b *Body) bool { return b != nil }}
		w.Fun(f)
	}
	keep(name)
	var left []*Fun
	for _, f := range p.Funs {
		if kept[f.Name] {
			left = append(left, f)
		}
	}
	p.Funs = left
}
