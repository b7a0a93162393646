// Package outline splits long functions into functions of bounded length.
//
// The compile time of the WebAssembly engine grows faster than linearly with the length of
// a function, because it searches for a local's value by walking back through preceding
// blocks. So runs of statements of a long function become separate functions, whose
// parameters are the locals they need and whose results are the locals they set for others.
// A call costs a few instructions and replaces many, so programs do not run slower.
//
// Only whole statements that no branch leaves are outlined. Nested statements come first: a
// statement that is long because of a loop body becomes short once the body is outlined.
package outline

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

const (
	// Longest is the default maximum number of instructions of a function that is not
	// split: half of it is no better, twice as many take a fifth more time.
	Longest = 2000
	// callCost is the approximate number of instructions of a call with its arguments.
	callCost = 12
	// rounds bounds how often a function is split: calls of pieces form pieces, too.
	rounds = 4
)

// Cut splits f into functions of about longest instructions. lists are the statements of f:
// each list holds the positions in f's body where its statements start, and where the last
// one ends. Nested lists precede the lists that contain them. declare registers a function
// and returns its index for calls.
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

// piece is a run of statements that becomes a function: the instructions from start to end
// of a body.
type piece struct {
	start, end int
	inner      []*piece // nested pieces; its function calls theirs

	needs   []uint64 // locals that it may read before setting
	results []uint64 // locals that it may set for code outside
	keeps   []uint64 // the results, in order, that it may leave unset
}

// cutter turns pieces of fun into functions.
type cutter struct {
	fun     *code.Func
	declare func(*code.Func) uint64
	made    int
	moved   []int // new position of each instruction
}

// gone is the position of an instruction that moved to a piece.
const gone = -1

// run returns the instructions of a piece, with calls for nested pieces.
func (c *cutter) run(p *piece) []code.Instr {
	size := p.end - p.start
	for _, q := range p.inner {
		size -= q.end - q.start - 2*callCost
	}
	out := make([]code.Instr, 0, size)
	at := p.start
	keep := func(to int) {
		for i := at; i < to; i++ {
			c.moved[i] = len(out) + i - at
		}
		out = append(out, c.fun.Body[at:to]...)
		at = to
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

// call turns a piece into a function and appends its call to out.
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

// left returns the positions of the remaining statements.
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
