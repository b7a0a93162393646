package imp

import "github.com/lamina-lang/lamina/core/name"

// Sole returns the block variables of a function that hold nothing but blocks allocated for
// them, which no other variable ever holds. So what is accessed through one of them is apart from
// what is accessed through any other variable.
func Sole(f *Fun) Names {
	sole, shared := Names{}, Names{}
	for _, p := range f.Params {
		shared[p.Name] = true
	}
	Walk(f.Body, func(s Stm) bool {
		switch s := s.(type) {
		case *Alloc:
			sole[s.Block] = true
		case *AssignBlock:
			if !s.Src.IsZero() {
				shared[s.Dst], shared[s.Src] = true, true
			}
		case *Call, *Foreign:
			BlocksOf(s, func(b name.Name) { shared[b] = true })
			for _, r := range results(s) {
				shared[r] = true
			}
		}
		return true
	})
	for b := range shared {
		delete(sole, b)
	}
	return sole
}
