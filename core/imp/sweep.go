package imp

// Sweep removes declarations of variables that are never read. Expressions have no
// effects.
func Sweep(list []Stm) []Stm {
	used := Names{}
	assigned := Names{}
	Walk(list, func(s Stm) bool {
		Assigns(s, assigned)
		return true
	})
	var back func(list []Stm) []Stm
	back = func(list []Stm) []Stm {
		var kept []Stm
		for i := len(list) - 1; i >= 0; i-- {
			s := list[i]
			switch st := s.(type) {
			case *Declare:
				if !used[st.Name] && !assigned[st.Name] {
					continue
				}
			case *If:
				s = &If{Cond: st.Cond, Then: back(st.Then), Else: back(st.Else), General: st.General}
			case *For:
				s = &For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos, Body: back(st.Body)}
			case *While, *Parallel, *Launch:
				Walk([]Stm{s}, func(s Stm) bool { reads(s, used); return true })
			}
			reads(s, used)
			kept = append(kept, s)
		}
		for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
			kept[i], kept[j] = kept[j], kept[i]
		}
		return kept
	}
	return back(list)
}

// reads adds the scalar variables that s itself reads.
func reads(s Stm, to Names) {
	Roots(s, func(e Expr) {
		WalkExpr(e, func(e Expr) {
			if v, ok := e.(*Var); ok {
				to[v.Name] = true
			}
		})
	})
}
