// Package outline cuts long functions into functions of bounded length.
//
// The engine that compiles WebAssembly takes time that grows faster than the length
// of a function: it looks for the value of a local by going back through the blocks
// before. So runs of statements of a long function become functions of their own,
// whose parameters are the locals that they need and whose results are those that
// they set for others. A call costs a few instructions and stands for many, so that
// programs run no slower.
//
// Only whole statements that no branch leaves are cut out. Those inside other
// statements come first: what is long because of a loop's body is short when the
// body is.
package outline

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

const (
	// Longest is how many instructions a function may have before it is cut, unless
	// the caller says otherwise: half of it is no better, its double takes a fifth more time.
	Longest = 2000
	// callCost is about how many instructions a call with its arguments takes.
	callCost = 12
	// rounds is how often a function is cut: calls of pieces make up pieces, too.
	rounds = 4
)

// Cut makes f and its pieces about longest instructions long. lists are the statements of f: of each list of them the places in
// f's body where they start, and where the last one ends; lists inside others come
// before those. declare makes a function known and returns what calls name it by.
func Cut(f *code.Func, lists [][]int, longest int, declare func(*code.Func) uint64) {
	c := &cutter{fun: f, declare: declare}
	for range rounds {
		before := len(f.Body)
		if before <= longest {
			return
		}
		all := &piece{end: before, inner: choose(f.Body, lists, longest)}
		if len(all.inner) == 0 {
			return
		}
		newFlow(f.Body).visit(all)
		c.moved = make([]int, before+1)
		f.Body = c.run(all)
		lists = c.left(lists)
		if len(f.Body) > before-before/8 {
			return
		}
	}
}

// piece is a run of statements that becomes a function: the instructions from start
// to end of a body.
type piece struct {
	start, end int
	inner      []*piece // within it; its function calls theirs

	needs   []uint64 // locals that it may read as they were before it
	results []uint64 // locals that it may set for what is outside
	keeps   []uint64 // those of the results, in their order, that it may leave alone
}

// cutter makes functions of pieces of fun.
type cutter struct {
	fun     *code.Func
	declare func(*code.Func) uint64
	made    int
	moved   []int // where each instruction is now
}

// gone is where an instruction is that is in a piece.
const gone = -1

// run is the instructions of a piece, with calls for those inside.
func (c *cutter) run(p *piece) []code.Instr {
	var out []code.Instr
	at := p.start
	keep := func(to int) {
		for ; at < to; at++ {
			c.moved[at] = len(out)
			out = append(out, c.fun.Body[at])
		}
	}
	for _, q := range p.inner {
		keep(q.start)
		call := len(out)
		out = c.call(out, q)
		for ; at < q.end; at++ {
			c.moved[at] = gone
		}
		c.moved[q.start] = call
	}
	keep(p.end)
	c.moved[p.end] = len(out)
	return out
}

// call makes a function of a piece and appends its call to out.
func (c *cutter) call(out []code.Instr, p *piece) []code.Instr {
	body := c.run(p)
	c.made++
	made := &code.Func{Name: fmt.Sprintf("%s.%d", c.fun.Name, c.made)}
	number := map[uint64]uint64{}
	for _, l := range slices.Concat(p.needs, p.keeps) {
		if _, ok := number[l]; !ok {
			number[l] = uint64(len(number))
			made.Params = append(made.Params, c.fun.Local(l))
			out = append(out, code.Instr{Op: code.LocalGet, Imm: l})
		}
	}
	for _, l := range p.results {
		made.Results = append(made.Results, c.fun.Local(l).Type)
		body = append(body, code.Instr{Op: code.LocalGet, Imm: l})
	}
	for i, in := range body {
		if !in.Op.IsLocal() {
			continue
		}
		n, ok := number[in.Imm]
		if !ok {
			n = uint64(len(number))
			number[in.Imm] = n
			made.Locals = append(made.Locals, c.fun.Local(in.Imm))
		}
		body[i].Imm = n
	}
	made.Body = body
	out = append(out, code.Instr{Op: code.Call, Imm: c.declare(made)})
	for _, l := range slices.Backward(p.results) {
		out = append(out, code.Instr{Op: code.LocalSet, Imm: l})
	}
	return out
}

// left is where the statements are that are left.
func (c *cutter) left(lists [][]int) [][]int {
	var out [][]int
	for _, list := range lists {
		var now []int
		for _, at := range list {
			if to := c.moved[at]; to != gone && (len(now) == 0 || now[len(now)-1] != to) {
				now = append(now, to)
			}
		}
		if len(now) > 1 {
			out = append(out, now)
		}
	}
	return out
}
