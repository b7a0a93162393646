package interp

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// impCompiler resolves an imperative program, as compiler does a functional one.
type impCompiler struct {
	prog     *imp.Program
	m        *machine
	slots    map[name.Name]int
	funs     map[*imp.Fun]*procedure
	pos      source.Pos // of the nearest statement around that has one
	barriers barrierID  // so far
	// shared is the slot below which variables belong to all iterations of the
	// parallel statement being compiled.
	shared int
}

// procedure is a compiled function.
type procedure struct {
	params []int // slots
	result []int
	zero   []scalar.Value // what results start with, if scalars
	blocks []int          // those of params and results that hold blocks
	body   *list
	slots  map[name.Name]int
	// results are the shapes of an entry point's external results.
	results [][]expr
}

// list is a compiled statement list, which is a scope.
type list struct {
	at     []position
	steps  []step
	blocks []int // slots of the block variables that it declares
}

// expr computes an expression.
type expr func(m *machine) scalar.Value

func newImpCompiler(prog *imp.Program, m *machine) *impCompiler {
	return &impCompiler{prog: prog, m: m, slots: map[name.Name]int{}, funs: map[*imp.Fun]*procedure{}}
}

// declare gives a variable its slot.
func (c *impCompiler) declare(n name.Name) int {
	c.m.env = append(c.m.env, datum{})
	s := len(c.m.env) - 1
	c.slots[n] = s
	return s
}

// use finds the slot of a variable.
func (c *impCompiler) use(n name.Name) int {
	s, ok := c.slots[n]
	if !ok {
		c.m.invalid("%s is not declared", n)
	}
	return s
}

// assignable is use for a variable that is about to be changed.
func (c *impCompiler) assignable(n name.Name) int {
	s := c.use(n)
	if s < c.shared {
		c.m.invalid("%s is assigned in parallel code but declared outside it", n)
	}
	return s
}

// fun compiles a function once.
func (c *impCompiler) fun(f *imp.Fun) *procedure {
	if done, ok := c.funs[f]; ok {
		if done == nil {
			c.m.invalid("function %s is recursive", f.Name)
		}
		return done
	}
	c.funs[f] = nil
	outerPos, outerShared := c.pos, c.shared
	outerAt := c.m.at
	c.m.at = border{f.Name, f.Pos}
	c.pos, c.shared = f.Pos, 0
	p := &procedure{slots: c.slots}
	for _, q := range f.Params {
		p.params = append(p.params, c.declare(q.Name))
	}
	for _, q := range f.Results {
		p.result = append(p.result, c.declare(q.Name))
		p.zero = append(p.zero, scalar.Zero(q.Type.Elem))
	}
	for _, q := range slices.Concat(f.Params, f.Results) {
		if q.Type.IsBlock() {
			p.blocks = append(p.blocks, c.use(q.Name))
		}
	}
	p.body = c.list(f.Body)
	if f.Entry != nil {
		for _, r := range f.Entry.Results {
			p.results = append(p.results, c.exprs(r.Shape))
		}
	}
	c.m.at, c.pos, c.shared = outerAt, outerPos, outerShared
	c.funs[f] = p
	return p
}

// call runs the function and, before its variables let go of their blocks, done.
func (p *procedure) call(m *machine, args []datum, done func()) {
	for i, slot := range p.params {
		m.env[slot].Value = args[i].Value
		m.hold(slot, args[i].block)
	}
	for i, slot := range p.result {
		m.env[slot].Value = p.zero[i]
	}
	p.body.run(m)
	done()
	m.release(p.blocks)
}

// list compiles a statement list.
func (c *impCompiler) list(ss []imp.Stm) *list {
	outer, outerPos := c.m.at, c.pos
	l := &list{}
	for _, s := range ss {
		c.pos = outerPos
		if pos := imp.Position(s); pos.IsValid() {
			c.pos = pos
		}
		at := impAt{s, c.pos}
		c.m.at = at
		if d, ok := s.(*imp.DeclareBlock); ok {
			l.blocks = append(l.blocks, c.declare(d.Name))
			continue // the variable is empty where its scope begins
		}
		l.steps = append(l.steps, c.stm(s))
		l.at = append(l.at, at)
	}
	c.m.at, c.pos = outer, outerPos
	return l
}

// run runs the statements; at the end the list's block variables let go.
func (l *list) run(m *machine) {
	outer := m.at
	m.spend(int64(len(l.steps)) + 1)
	for i, step := range l.steps {
		m.at = l.at[i]
		step(m)
	}
	m.release(l.blocks)
	m.at = outer
}

// impAt is a statement as errors show it.
type impAt struct {
	stm imp.Stm
	pos source.Pos
}

func (a impAt) describe() (string, source.Pos) {
	text, _, _ := strings.Cut(strings.TrimSpace(imp.StmString(a.stm)), "\n")
	return text, a.pos
}

// hold makes the variable in slot hold b, which may be nil.
func (m *machine) hold(slot int, b *block) {
	if b != nil {
		b.refs++
	}
	m.letGo(slot)
	m.env[slot].block = b
}

// letGo empties the variable in slot.
func (m *machine) letGo(slot int) {
	b := m.env[slot].block
	if b == nil {
		return
	}
	m.env[slot].block = nil
	if b.refs--; b.refs == 0 {
		m.free(b)
	}
}

// release empties variables at the end of their scope.
func (m *machine) release(slots []int) {
	for _, slot := range slots {
		m.letGo(slot)
	}
}

// blockIn is the block that a variable holds.
func (m *machine) blockIn(slot int, n name.Name) *block {
	b := m.env[slot].block
	if b == nil {
		m.invalid("%s holds no block", n)
	}
	return b
}
