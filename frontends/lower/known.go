package lower

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
)

// knowledge is what the open scopes of a function know, found without asking one scope
// after the other: they may be hundreds within each other.
type knowledge struct {
	operations table[operation, ir.Atom]
	memo       table[any, ir.Atom]
	held       table[ir.Atom, bool]
	above      table[ir.Atom, []ir.Atom]
}

func newKnowledge() *knowledge {
	return &knowledge{table[operation, ir.Atom]{}, table[any, ir.Atom]{}, table[ir.Atom, bool]{}, table[ir.Atom, []ir.Atom]{}}
}

// table holds what open scopes know about keys, the outermost first.
type table[K comparable, V any] map[K][]fact[V]

// fact is what one scope knows about a key.
type fact[V any] struct {
	scope *scope
	value V
}

// innermost is what the innermost scope knows that knows anything about k.
func (t table[K, V]) innermost(k K) (v V, ok bool) {
	if fs := t[k]; len(fs) > 0 {
		return fs[len(fs)-1].value, true
	}
	return v, false
}

// set notes what s knows about k.
func (t table[K, V]) set(s *scope, k K, v V) {
	fs := t[k]
	if i := slices.IndexFunc(fs, func(f fact[V]) bool { return f.scope == s }); i >= 0 {
		fs[i].value = v
		return
	}
	t[k] = append(fs, fact[V]{s, v})
}

// drop forgets what s knows about the keys of a map.
func drop[K comparable, V, W any](t table[K, V], s *scope, keys map[K]W) {
	for k := range keys {
		t[k] = slices.DeleteFunc(t[k], func(f fact[V]) bool { return f.scope == s })
		if len(t[k]) == 0 {
			delete(t, k)
		}
	}
}

// close ends a scope: what was known in it is known to it alone.
func (s *scope) close() {
	drop(s.open.operations, s, s.known)
	drop(s.open.memo, s, s.memo)
	drop(s.open.held, s, s.held)
	drop(s.open.above, s, s.above)
}

// learn records what an operation gives.
func (s *scope) learn(o operation, a ir.Atom) {
	s.known[o] = a
	s.open.operations.set(s, o, a)
}

// hold records that an assertion has established a condition.
func (s *scope) hold(cond ir.Atom) {
	s.held[cond] = true
	s.open.held.set(s, cond, true)
}

// Remembered is what was noted under a key, here or further out.
func (b *Builder) Remembered(key any) (ir.Atom, bool) { return b.scope.open.memo.innermost(key) }

// Remember notes, under a key of the front end's, what was computed in the present scope.
func (b *Builder) Remember(key any, a ir.Atom) {
	b.scope.memo[key] = a
	b.scope.open.memo.set(b.scope, key, a)
}

// less records that x is less than z.
func (s *scope) less(x, z ir.Atom) {
	s.above[x] = append(s.above[x], z)
	s.open.above.set(s, x, s.above[x])
}
