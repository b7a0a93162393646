package syntax

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Element is a piece of a program's text with all that is in it: a token, or a node of the tree
// with its tokens and the elements of its parts, in the order of the text. Comments and
// layout belong to the token that follows. So a tree of elements prints as the text that it was
// read from, also where that has errors.
type Element struct {
	Node  Node   // nil for a token
	Space string // of a token: the layout and the comments before it
	Text  string // of a token, as it is written; "" at the end of the file
	Parts []*Element
}

// Write appends the text of e to b.
func (e *Element) Write(b *strings.Builder) {
	b.WriteString(e.Space)
	b.WriteString(e.Text)
	for _, p := range e.Parts {
		p.Write(b)
	}
}

// Lossless is all of f, whose Element has no node. What parentheses hold is a node; they are
// tokens of what is around.
func (f *File) Lossless() *Element {
	l := lossless{text: f.Source.Text, tokens: f.tokens}
	out := &Element{}
	l.fill(out, nodesIn(reflect.ValueOf(f.Decls)), len(l.tokens))
	return out
}

// lossless deals the tokens of a file out to elements.
type lossless struct {
	text   string
	tokens []token
	next   int // the first token that is not dealt out
	at     int // where in the text the tokens before it end
}

// fill gives e the tokens before token end, and those in nodes to elements of their own.
func (l *lossless) fill(e *Element, nodes []Node, end int) {
	for _, n := range nodes {
		from, to := l.find(n.Span().Begin), l.find(n.Span().End)
		if from < l.next || to > end {
			continue // not within e after what came before: the tests find none
		}
		l.take(e, from)
		part := &Element{Node: n}
		e.Parts = append(e.Parts, part)
		l.fill(part, nodesIn(reflect.ValueOf(n).Elem()), to)
	}
	l.take(e, end)
}

// take adds the tokens before token end to e.
func (l *lossless) take(e *Element, end int) {
	for ; l.next < end; l.next++ {
		t := l.tokens[l.next]
		e.Parts = append(e.Parts, &Element{Space: l.text[l.at:t.from], Text: l.text[t.from:t.to]})
		l.at = t.to
	}
}

// find is the number of the first token that begins at p or after it.
func (l *lossless) find(p Place) int {
	i, _ := slices.BinarySearchFunc(l.tokens, p, func(t token, p Place) int { return comparePlaces(placeOf(t.pos), p) })
	return i
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

var nodeType = reflect.TypeFor[Node]()

// nodesIn are the nodes with a span right below v, in the order of the text: where one has been made
// up, those below it. What a match is defined as is left out.
func nodesIn(v reflect.Value) []Node {
	var out []Node
	seen := map[Span]bool{} // let a[i] = v has one name, which stands in two nodes
	add := func(n Node) {
		if !seen[n.Span()] {
			seen[n.Span()] = true
			out = append(out, n)
		}
	}
	below(v, add)
	slices.SortStableFunc(out, func(a, b Node) int { return comparePlaces(a.Span().Begin, b.Span().Begin) })
	return out
}

func below(v reflect.Value, add func(Node)) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			node(v.Index(i), add)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !f.Anonymous {
				node(v.Field(i), add)
			}
		}
	}
}

// node adds the node that v is or points to, or what is below it.
func node(v reflect.Value, add func(Node)) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && v.CanAddr() {
		v = v.Addr()
	}
	if v.Kind() != reflect.Pointer {
		below(v, add)
		return
	}
	if v.IsNil() {
		return
	}
	if v.Type().Implements(nodeType) {
		if n := v.Interface().(Node); n.Span() != (Span{}) {
			add(n)
			return
		}
	}
	below(v.Elem(), add)
}
