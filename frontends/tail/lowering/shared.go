package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// block is what is known of the lets of one block: of a function, a branch or an entry point.
type block struct {
	shared map[*syntax.Let]bool // used several times, or in a function
	// fused are those that are used several times, but by each and zipWith only, whose results
	// are all read at the same index of one array. They need not exist.
	fused map[*syntax.Let]bool
}

// block looks at a chain of lets, if e is one, unless it has been looked at.
func (l *lowerer) block(e syntax.Exp) {
	first, ok := e.(*syntax.Let)
	if !ok || l.blocks[first] != nil {
		return
	}
	b := newBlock(first)
	for let := first; ok; let, ok = let.Body.(*syntax.Let) {
		l.blocks[let] = b
	}
}

func newBlock(first *syntax.Let) *block {
	b := &block{map[*syntax.Let]bool{}, map[*syntax.Let]bool{}}
	var lets []*syntax.Let
	var body syntax.Exp = first
	bound := map[string]int{} // by name: 1 + the last let that binds it
	again := map[string]bool{}
	for {
		let, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		again[let.Name] = again[let.Name] || bound[let.Name] > 0
		lets = append(lets, let)
		bound[let.Name] = len(lets)
		body = let.Body
	}
	// Uses of lets that are read at their users' index, by the users; and all others.
	users := make([][]int, len(lets))
	others := make([]int, len(lets))
	note := func(e syntax.Exp) {
		uses(e, func(name string, weight int) {
			if k := bound[name]; k > 0 {
				others[k-1] += weight
			}
		})
	}
	note(body)
	for i, let := range slices.Backward(lets) {
		op, ok := let.Value.(*syntax.Op)
		if !ok || !elementwise[op.Name] {
			note(let.Value)
			continue
		}
		if others[i] == 0 && len(users[i]) == 0 {
			continue // nothing needs it
		}
		note(op.Args[0])
		for _, a := range op.Args[1:] {
			if v, ok := a.(*syntax.Var); ok && bound[v.Name] > 0 {
				users[bound[v.Name]-1] = append(users[bound[v.Name]-1], i)
			} else {
				note(a)
			}
		}
	}
	root := make([]int, len(lets))
	for i := len(lets) - 1; i >= 0; i-- {
		root[i] = i
		if others[i] > 0 || len(users[i]) == 0 || again[lets[i].Name] {
			continue
		}
		r := root[users[i][0]]
		for _, u := range users[i] {
			if root[u] != r {
				r = i
			}
		}
		root[i] = r
	}
	weights := usesOf(lets, body)
	for i, let := range lets {
		switch {
		case again[let.Name]:
			b.shared[let] = weights[i] > 1
		case others[i]+len(users[i]) > 1:
			b.shared[let] = true
			b.fused[let] = root[i] != i
		}
	}
	return b
}

// usesOf returns the weight of the uses of each let, up to the next that binds its name.
func usesOf(lets []*syntax.Let, body syntax.Exp) []int {
	weights := make([]int, len(lets))
	bound := map[string]int{} // by name: 1 + the let that binds it here
	note := func(name string, weight int) {
		if k := bound[name]; k > 0 {
			weights[k-1] += weight
		}
	}
	for i, let := range lets {
		uses(let.Value, note)
		bound[let.Name] = i + 1
	}
	uses(body, note)
	return weights
}

// extents are the operations that need no element of their argument.
var extents = map[string]bool{"shape": true, "shapeV": true}

// elementwise are the operations that read arrays at the index that they are read at.
var elementwise = map[string]bool{"each": true, "eachV": true, "zipWith": true, "zipWithV": true}

// mostRepeated is the cost, in scalar operations, up to which elements are computed at each use.
const mostRepeated = 4

// keep prepares an array that a let binds for all its uses: it comes to exist, unless its elements
// are all read at one index, or are cheap.
func (l *lowerer) keep(let *syntax.Let, a *array) {
	b := l.blocks[let]
	if a.region == 0 {
		defer func() { a.region = l.region + 1 }()
	}
	switch {
	case a.pieces != nil && b.shared[let]:
		l.force(a)
	case a.cheap || a.rank() == 0 || a.elements != nil || !b.shared[let]:
	case b.fused[let] && a.rank() <= len(place{}.index):
		a.at = l.once(a.at)
	default:
		cost, ok := l.estimate(a.rank(), func(index []ir.Atom) { a.at(index) })
		if ok && cost <= mostRepeated {
			a.cheap = true
			return
		}
		l.force(a)
	}
}

// place is an element of an array that a let binds.
type place struct {
	array int
	index [4]ir.Atom
}

// once computes each element once, where it is read at one index several times.
func (l *lowerer) once(at func([]ir.Atom) lower.Value) func([]ir.Atom) lower.Value {
	id := len(l.elemOf)
	l.elemOf[id] = scalar.Invalid // until an element is seen
	return func(index []ir.Atom) lower.Value {
		p := place{array: id}
		copy(p.index[:], index)
		if x, ok := l.Remembered(p); ok {
			return lower.ScalarValue(l.elemOf[id], x)
		}
		v := at(index)
		l.elemOf[id] = v.Elem()
		l.Remember(p, v.Atom())
		return v
	}
}

// isShared reports whether a variable is used more than once in e, or in a function, which may
// be applied more than once.
func isShared(name string, e syntax.Exp) bool {
	n := 0
	uses(e, func(used string, weight int) {
		if used == name {
			n += weight
		}
	})
	return n > 1
}

// uses calls use for each use of a variable that e does not bind, with the weight 2 for those in
// functions.
func uses(e syntax.Exp, use func(name string, weight int)) {
	w := &walker{map[string]int{}, use}
	w.walk(e, 1)
}

// walker visits uses of variables.
type walker struct {
	hidden map[string]int // names that are bound where it is, and how often
	use    func(name string, weight int)
}

func (w *walker) walk(e syntax.Exp, weight int) {
	var bound []string
	for let, ok := e.(*syntax.Let); ok; let, ok = e.(*syntax.Let) {
		w.walk(let.Value, weight)
		w.hidden[let.Name]++
		bound, e = append(bound, let.Name), let.Body
	}
	switch x := e.(type) {
	case *syntax.Var:
		if w.hidden[x.Name] == 0 {
			w.use(x.Name, weight)
		}
	case *syntax.Fn:
		w.hidden[x.Param.Name]++
		w.walk(x.Body, 2)
		w.hidden[x.Param.Name]--
	case *syntax.App:
		w.walkAll(weight, x.Fun, x.Arg)
	case *syntax.Vector:
		w.walkAll(weight, x.Elems...)
	case *syntax.Op:
		if !extents[x.Name] {
			w.walkAll(weight, x.Args...)
		}
	case *syntax.Results:
		w.walkAll(weight, x.Elems...)
	case *syntax.If:
		w.walkAll(weight, x.Cond, x.Then, x.Else)
	}
	for _, name := range bound {
		w.hidden[name]--
	}
}

func (w *walker) walkAll(weight int, es ...syntax.Exp) {
	for _, e := range es {
		w.walk(e, weight)
	}
}
