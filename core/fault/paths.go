package fault

import "github.com/lamina-lang/lamina/core/source"

// Paths holds, for each function that is called, its call sites, so that an error can report
// the calls that led to it at the cost of one addition per call. The call graph is acyclic.
// An entry point called by the host has path 0; a call site passes the path of its
// function plus its own offset, and the offsets give each caller's paths a disjoint range
// (Sumner, Zheng, Weeratunge and Zhang, "Precise Calling Context Encoding", ICSE 2010).
type Paths map[string][]CallSite

// CallSite is a call in the function Fun. The paths through it start at Offset; the call
// sites of a function are sorted by their offsets.
type CallSite struct {
	Fun    string
	Pos    source.Pos
	Offset uint64
}

// Offset returns what the call of callee at pos in caller adds to its path.
func (ps Paths) Offset(caller, callee string, pos source.Pos) uint64 {
	for _, c := range ps[callee] {
		if c.Fun == caller && c.Pos == pos {
			return c.Offset
		}
	}
	return 0
}

// Calls returns the positions of the calls on the given path to fun, innermost first.
func (ps Paths) Calls(fun string, path uint64) []source.Pos {
	var out []source.Pos
	for {
		callers := ps[fun]
		i := len(callers) - 1
		for i >= 0 && callers[i].Offset > path {
			i--
		}
		if i < 0 {
			return out
		}
		out = append(out, callers[i].Pos)
		path -= callers[i].Offset
		fun = callers[i].Fun
	}
}
