package outline

import (
	"cmp"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// chooser chooses pieces in one walk over a body and its statements.
type chooser struct {
	body  []code.Instr
	lists [][]int // by start, enclosing lists first
	next  int     // index of the next list
	depth int     // number of open blocks

	longest int
}

// part summarises a range of instructions.
type part struct {
	size   int // instructions, with pieces replaced by calls
	lowest int // the outermost block that a branch targets, counted from the outside
	pieces []*piece
}

func (p *part) add(q part) {
	p.size += q.size
	p.lowest = min(p.lowest, q.lowest)
	p.pieces = append(p.pieces, q.pieces...)
}

// choose selects pieces such that the function and each piece keep at most about longest
// instructions.
func choose(body []code.Instr, lists [][]int, longest int) []*piece {
	lists = slices.Clone(lists)
	slices.Reverse(lists)
	slices.SortStableFunc(lists, func(a, b []int) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[len(b)-1], a[len(a)-1]))
	})
	c := &chooser{body: body, lists: lists, longest: longest}
	return c.stretch(0, len(body)).pieces
}

// stretch walks the instructions from start to end.
func (c *chooser) stretch(start, end int) part {
	out := part{lowest: math.MaxInt}
	for at := start; at < end; {
		if c.next < len(c.lists) && c.lists[c.next][0] == at {
			list := c.lists[c.next]
			c.next++
			if last := list[len(list)-1]; last <= end {
				out.add(c.statements(list))
				at = last
			}
			continue
		}
		switch in := c.body[at]; in.Op {
		case code.Block, code.Loop, code.If:
			c.depth++
		case code.End:
			c.depth--
		case code.Br, code.BrIf:
			out.lowest = min(out.lowest, c.depth-1-int(in.Imm))
		case code.Return:
			out.lowest = -1
		}
		out.size++
		at++
	}
	return out
}

// statements walks a list and, if it is long, turns runs of statements that no branch
// leaves into pieces.
func (c *chooser) statements(list []int) part {
	parts := make([]part, len(list)-1)
	all := part{lowest: math.MaxInt}
	for i := range parts {
		parts[i] = c.stretch(list[i], list[i+1])
		all.size += parts[i].size
	}
	if all.size <= c.longest {
		all.size = 0
		for _, p := range parts {
			all.add(p)
		}
		return all
	}
	all.size = 0
	least := c.longest / 8 // minimum size of a piece
	run, from := part{lowest: math.MaxInt}, 0
	flush := func(to int) {
		if all := to-from == len(parts) && c.depth == 0; run.size >= least && !all {
			p := &piece{start: list[from], end: list[to], inner: run.pieces}
			run = part{size: callCost, lowest: math.MaxInt, pieces: []*piece{p}}
		}
		all.add(run)
		run, from = part{lowest: math.MaxInt}, to
	}
	for i, p := range parts {
		leaves := p.lowest < c.depth
		if leaves || run.size+p.size > c.longest && run.size >= least {
			flush(i)
		}
		run.add(p)
		if leaves {
			all.add(run)
			run, from = part{lowest: math.MaxInt}, i+1
		}
	}
	flush(len(parts))
	return all
}

// Depth returns the nesting depth of a body's blocks.
func Depth(body []code.Instr) int {
	depth, most := 0, 0
	for _, in := range body {
		switch in.Op {
		case code.Block, code.Loop, code.If:
			depth++
			most = max(most, depth)
		case code.End:
			depth--
		}
	}
	return most
}
