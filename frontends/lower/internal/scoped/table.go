// Package scoped has tables of what open scopes know, where scopes may be hundreds within each
// other: a question to all of them takes no longer than one to the innermost.
package scoped

import (
	"iter"
	"slices"
)

// Table holds what open scopes, of type S, know about keys.
type Table[S, K comparable, V any] map[K][]fact[S, V] // the outermost scope first

// fact is one scope's value for a key.
type fact[S comparable, V any] struct {
	scope S
	value V
}

// Innermost returns the value for k of the innermost scope that has one.
func (t Table[S, K, V]) Innermost(k K) (v V, ok bool) {
	for v := range t.About(k) {
		return v, true
	}
	return v, false
}

// About yields what scopes know about k, the innermost first.
func (t Table[S, K, V]) About(k K) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, f := range slices.Backward(t[k]) {
			if !yield(f.value) {
				return
			}
		}
	}
}

// Set notes what s knows about k.
func (t Table[S, K, V]) Set(s S, k K, v V) {
	facts := t[k]
	if i := slices.IndexFunc(facts, func(f fact[S, V]) bool { return f.scope == s }); i >= 0 {
		facts[i].value = v
		return
	}
	t[k] = append(facts, fact[S, V]{s, v})
}

// Drop forgets what s knows about the keys.
func (t Table[S, K, V]) Drop(s S, keys iter.Seq[K]) {
	for k := range keys {
		t[k] = slices.DeleteFunc(t[k], func(f fact[S, V]) bool { return f.scope == s })
		if len(t[k]) == 0 {
			delete(t, k)
		}
	}
}
