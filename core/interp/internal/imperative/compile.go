package imperative

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// compiler resolves an imperative program, as compiler does a functional one.
type compiler struct {
	prog     *imp.Program
	m        *machine
	slots    map[name.Name]int
	funs     map[*imp.Fun]*procedure
	pos      source.Pos // of the nearest statement around that has one
	barriers barrierID  // so far
	// shared is the slot below which variables belong to all iterations of the
	// parallel statement being compiled.
	shared int
	// parallel says that what runs in a parallel statement is compiled.
	parallel bool
	reuses   map[*imp.Alloc]bool // whose blocks its iterations keep
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
	at     []store.Position
	steps  []step
	blocks []int // slots of the block variables that it declares
}

// step runs a statement.
type step func(m *machine)

// expr computes an expression.
type expr func(m *machine) scalar.Value

func newCompiler(prog *imp.Program, m *machine) *compiler {
	return &compiler{prog: prog, m: m, slots: map[name.Name]int{}, funs: map[*imp.Fun]*procedure{}}
}

// declare gives a variable its slot.
func (c *compiler) declare(n name.Name) int {
	c.m.Env = append(c.m.Env, store.Datum{})
	s := len(c.m.Env) - 1
	c.slots[n] = s
	return s
}

// use finds the slot of a variable.
func (c *compiler) use(n name.Name) int {
	s, ok := c.slots[n]
	if !ok {
		c.m.Invalid("%s is not declared", n)
	}
	return s
}

// assignable is use for a variable that is about to be changed.
func (c *compiler) assignable(n name.Name) int {
	s := c.use(n)
	if s < c.shared {
		c.m.Invalid("%s is assigned in parallel code but declared outside it", n)
	}
	return s
}

// fun compiles a function once.
func (c *compiler) fun(f *imp.Fun) *procedure {
	if done, ok := c.funs[f]; ok {
		if done == nil {
			c.m.Invalid("function %s is recursive", f.Name)
		}
		return done
	}
	c.funs[f] = nil
	outerPos, outerShared, outerParallel := c.pos, c.shared, c.parallel
	outerAt := c.m.At
	c.m.At = store.Border{Name: f.Name, Pos: f.Pos}
	c.pos, c.shared, c.parallel = f.Pos, 0, f.InKernel
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
	c.m.At, c.pos, c.shared, c.parallel = outerAt, outerPos, outerShared, outerParallel
	c.funs[f] = p
	return p
}

// call runs the function and, before its variables let go of their blocks, done.
func (p *procedure) call(m *machine, args []store.Datum, done func()) {
	for i, slot := range p.params {
		m.Env[slot].Value = args[i].Value
		m.hold(slot, args[i].Block)
	}
	for i, slot := range p.result {
		m.Env[slot].Value = p.zero[i]
	}
	p.body.run(m)
	done()
	m.release(p.blocks)
}

// list compiles a statement list.
func (c *compiler) list(ss []imp.Stm) *list {
	outer, outerPos := c.m.At, c.pos
	l := &list{}
	for _, s := range ss {
		c.pos = outerPos
		if pos := imp.Position(s); pos.IsValid() {
			c.pos = pos
		}
		at := stmAt{s, c.pos}
		c.m.At = at
		if d, ok := s.(*imp.DeclareBlock); ok {
			l.blocks = append(l.blocks, c.declare(d.Name))
			continue // the variable is empty where its scope begins
		}
		l.steps = append(l.steps, c.stm(s))
		l.at = append(l.at, at)
	}
	c.m.At, c.pos = outer, outerPos
	return l
}

// run runs the statements; at the end the list's block variables let go.
func (l *list) run(m *machine) {
	outer := m.At
	m.Spend(int64(len(l.steps)) + 1)
	for i, step := range l.steps {
		m.At = l.at[i]
		step(m)
	}
	m.release(l.blocks)
	m.At = outer
}

// stmAt is a statement as errors show it.
type stmAt struct {
	stm imp.Stm
	pos source.Pos
}

func (a stmAt) Describe() (string, source.Pos) {
	text, _, _ := strings.Cut(strings.TrimSpace(imp.StmString(a.stm)), "\n")
	return text, a.pos
}

// hold makes the variable in slot hold b, which may be nil.
func (m *machine) hold(slot int, b *store.Block) {
	if b != nil {
		b.Refs++
	}
	m.letGo(slot)
	m.Env[slot].Block = b
}

// letGo empties the variable in slot.
func (m *machine) letGo(slot int) {
	b := m.Env[slot].Block
	if b == nil {
		return
	}
	m.Env[slot].Block = nil
	m.drop(b)
}

// release empties variables at the end of their scope, the last one first: parts of pools before the pools.
func (m *machine) release(slots []int) {
	for _, slot := range slices.Backward(slots) {
		m.letGo(slot)
	}
}

// blockIn is the block that a variable holds.
func (m *machine) blockIn(slot int, n name.Name) *store.Block {
	b := m.Env[slot].Block
	if b == nil {
		m.Invalid("%s holds no block", n)
	}
	return b
}
