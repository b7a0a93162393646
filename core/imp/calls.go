package imp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/fault"
)

// CalleesFirst returns the functions that from selects and those that they call, each after the
// ones that it calls itself.
func (p *Program) CalleesFirst(from func(*Fun) bool) []*Fun {
	var out []*Fun
	seen := map[string]bool{}
	var visit func(f *Fun)
	visit = func(f *Fun) {
		if f == nil || seen[f.Name] {
			return
		}
		seen[f.Name] = true
		Walk(f.Body, func(s Stm) bool {
			if c, ok := s.(*Call); ok {
				visit(p.Fun(c.Fun))
			}
			return true
		})
		out = append(out, f)
	}
	for _, f := range p.Funs {
		if from(f) {
			visit(f)
		}
	}
	return out
}

// maxPaths bounds the number of paths to a function: beyond it, errors omit call sites.
const maxPaths = 1 << 31

// CallPaths numbers the call paths to each function of p.
func CallPaths(p *Program) fault.Paths {
	paths, counts := fault.Paths{}, map[string]uint64{} // number of paths to each function
	callersFirst := p.CalleesFirst(func(*Fun) bool { return true })
	slices.Reverse(callersFirst)
	for _, f := range callersFirst {
		if f.Entry != nil || counts[f.Name] == 0 {
			// The call by the host comes last, but must be path 0.
			for i := range paths[f.Name] {
				paths[f.Name][i].Offset++
			}
			counts[f.Name]++
		}
		Walk(f.Body, func(s Stm) bool {
			if call, ok := s.(*Call); ok && counts[call.Fun]+counts[f.Name] <= maxPaths {
				paths[call.Fun] = append(paths[call.Fun], fault.CallSite{Fun: f.Name, Pos: call.Pos, Offset: counts[call.Fun]})
				counts[call.Fun] += counts[f.Name]
			}
			return true
		})
	}
	return paths
}

// Called is the set of the functions that others call.
func Called(p *Program) map[string]bool {
	out := map[string]bool{}
	for _, f := range p.Funs {
		Walk(f.Body, func(s Stm) bool {
			if c, ok := s.(*Call); ok {
				out[c.Fun] = true
			}
			return true
		})
	}
	return out
}
