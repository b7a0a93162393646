package profile

import (
	"cmp"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Backends tell how long the host worked before each kernel. So a loop of the host, which has no kernels, is
// measured by two kernels that do nothing, right before it and right after.

// begin ends the label of the kernel before a loop of the host; that after it has the loop's label.
const begin = "_begin"

// onHost is the label of such loops.
const onHost = "loop on the host"

// loops gives numbers to the loops of the host that have no kernels, and to calls of functions that loop.
// Those within such loops are left out: two kernels for each of many short loops would be most of the time.
func (in *instrumenter) loops(f *imp.Fun) {
	imp.Walk(f.Body, func(s imp.Stm) bool {
		pos := imp.Position(s)
		switch s := s.(type) {
		case *imp.For, *imp.While:
			if in.launchesIn(s) {
				return true
			}
			in.add(s, kernel{label: onHost, fun: f.Name, pos: cmp.Or(pos, f.Pos), onHost: true})
			return false
		case *imp.Call:
			if callee := in.program.Fun(s.Fun); callee != nil && !in.launches[s.Fun] && loopsIn(callee.Body) {
				in.add(s, kernel{label: s.Fun + " on the host", fun: f.Name, pos: pos, onHost: true})
			}
		}
		return !isKernel(s)
	})
}

// launchesIn reports whether a statement of the host launches kernels.
func (in *instrumenter) launchesIn(s imp.Stm) (found bool) {
	host([]imp.Stm{s}, func(s imp.Stm) {
		c, isCall := s.(*imp.Call)
		found = found || isKernel(s) || isCall && in.launches[c.Fun]
	})
	return found
}

func loopsIn(list []imp.Stm) (found bool) {
	host(list, func(s imp.Stm) {
		switch s.(type) {
		case *imp.For, *imp.While:
			found = true
		}
	})
	return found
}

// marked is a statement between the kernels that measure it.
func (in *instrumenter) marked(i int, s imp.Stm) []imp.Stm {
	label := labelOf(i, in.kernels[i])
	return []imp.Stm{in.mark(label + begin), s, in.mark(label)}
}

func (in *instrumenter) mark(label string) imp.Stm {
	index := in.program.Names.Fresh("mark")
	return &imp.Parallel{Label: label, Space: []imp.SpaceDim{{Index: index, Count: imp.Int(in.points)}}, Body: []imp.Stm{
		&imp.Declare{Name: in.program.Names.Fresh("nothing"), Type: scalar.I64, Init: imp.Int(0)},
	}}
}
