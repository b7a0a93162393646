package imp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
)

// Paths numbers the call paths to each function, so that an error can report the call
// sites that led to it, at the cost of one addition per call. The call graph is acyclic.
// An entry point called by the host has path 0; a call site passes the path of its
// function plus its own offset, and the offsets give each caller's paths a disjoint range
// (Sumner, Zheng, Weeratunge and Zhang, "Precise Calling Context Encoding", ICSE 2010).
type Paths struct {
	funs map[string]*pathsOf
}

type pathsOf struct {
	count   uint64 // number of paths to the function
	callers []callSite
}

// callSite is a call site of a function; the paths through it start at offset.
type callSite struct {
	fun    string
	pos    source.Pos
	offset uint64
}

// maxPaths bounds the number of paths to a function: beyond it, errors omit call sites.
const maxPaths = 1 << 31

func NewPaths(p *Program) *Paths {
	ps := &Paths{funs: map[string]*pathsOf{}}
	callersFirst := p.CalleesFirst(func(*Fun) bool { return true })
	slices.Reverse(callersFirst)
	for _, f := range callersFirst {
		of := ps.of(f.Name)
		if f.Entry != nil || of.count == 0 {
			// The call by the host comes last, but must be path 0.
			for i := range of.callers {
				of.callers[i].offset++
			}
			of.count++
		}
		Walk(f.Body, func(s Stm) bool {
			if call, ok := s.(*Call); ok {
				callee := ps.of(call.Fun)
				if callee.count+of.count <= maxPaths {
					callee.callers = append(callee.callers, callSite{f.Name, call.Pos, callee.count})
					callee.count += of.count
				}
			}
			return true
		})
	}
	return ps
}

func (ps *Paths) of(fun string) *pathsOf {
	of, ok := ps.funs[fun]
	if !ok {
		of = &pathsOf{}
		ps.funs[fun] = of
	}
	return of
}

// Caller is a call site of a function: the paths through it start at Offset.
type Caller struct {
	Fun    string // the function it stands in
	Pos    source.Pos
	Offset uint64
}

// Callers returns the call sites of a function, by ascending offset. The site of the last one
// whose offset is not above a path is the innermost call on it; the rest of the path leads to
// that site's function.
func (ps *Paths) Callers(fun string) []Caller {
	var out []Caller
	for _, c := range ps.of(fun).callers {
		out = append(out, Caller{c.fun, c.pos, c.offset})
	}
	return out
}

// Offset returns what the call at pos in fun adds to its path.
func (ps *Paths) Offset(fun string, call *Call) uint64 {
	for _, c := range ps.of(call.Fun).callers {
		if c.fun == fun && c.pos == call.Pos {
			return c.offset
		}
	}
	return 0
}

// Calls returns the positions of the calls on the given path to fun, innermost first.
func (ps *Paths) Calls(fun string, path uint64) []source.Pos {
	var out []source.Pos
	for {
		callers := ps.of(fun).callers
		i := len(callers) - 1
		for i >= 0 && callers[i].offset > path {
			i--
		}
		if i < 0 {
			return out
		}
		out = append(out, callers[i].pos)
		path -= callers[i].offset
		fun = callers[i].fun
	}
}
