package outline

import (
	"cmp"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// chooser walks once through a body and its statements.
type chooser struct {
	body  []code.Instr
	lists [][]int // by their start, those around others before them
	next  int     // the list that comes next
	depth int     // how many blocks are open

	longest int
}

// part is what there is to know of some instructions.
type part struct {
	size   int // instructions, with calls in the place of pieces
	lowest int // the outermost block that a branch goes to, counted from outside
	pieces []*piece
}

func (p *part) add(q part) {
	p.size += q.size
	p.lowest = min(p.lowest, q.lowest)
	p.pieces = append(p.pieces, q.pieces...)
}

// choose picks pieces that leave at most about longest instructions to the function
// and to each of them.
func choose(body []code.Instr, lists [][]int, longest int) []*piece {
	lists = slices.Clone(lists)
	slices.Reverse(lists)
	slices.SortStableFunc(lists, func(a, b []int) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[len(b)-1], a[len(a)-1]))
	})
	c := &chooser{body: body, lists: lists, longest: longest}
	return c.stretch(0, len(body)).pieces
}

// stretch goes through the instructions from start to end.
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

// statements goes through a list and makes pieces of it if it is long: runs of
// statements that no branch leaves.
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
	least := c.longest / 8 // instructions that make a function of their own
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

// Depth is how many blocks of a body are within each other.
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
