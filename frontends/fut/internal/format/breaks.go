package format

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// arrange joins lines and breaks them.
func (l *layout) arrange() {
	l.each(l.root, l.join)
	counts := make([]int, len(l.words)+1) // words before i that begin lines
	for i, w := range l.words {
		counts[i+1] = counts[i]
		if w.breaks {
			counts[i+1]++
		}
	}
	b := breaker{l, func(first, last int) bool { return last > first && counts[last+1] > counts[first+1] }}
	l.each(l.root, b.node)
	l.each(l.root, l.lead)
}

// each calls f for n and all nodes in it.
func (l *layout) each(n *node, f func(*node)) {
	f(n)
	for _, p := range n.parts {
		if p.node != nil {
			l.each(p.node, f)
		}
	}
}

// join removes line breaks before =, do and the arrow of a lambda or a case, after the in of a
// let, and after the colon of a result's type. Comments keep theirs. A let that follows another gets one.
func (l *layout) join(n *node) {
	after := false
	for _, p := range n.parts {
		w := &l.words[p.word]
		own := p.node == nil
		if len(w.comments) == 0 && (after || own && joined(n.is, w.text)) {
			w.breaks, w.blank = false, false
		}
		if !own && l.follows(n, p.node) {
			w.breaks = true
		}
		_, valDecl := n.is.(*syntax.ValDecl)
		after = own && (w.text == "in" && isLet(n.is) || w.text == ":" && valDecl)
	}
}

// lead marks the brackets of n, some of whose commas begin lines.
func (l *layout) lead(n *node) {
	for _, p := range n.parts {
		if w := &l.words[p.word]; p.node == nil && p.bracket >= 0 && w.text == "," && w.breaks {
			l.words[p.bracket].leads = true
		}
	}
}

func joined(n syntax.Node, text string) bool {
	switch text {
	case "=", "do":
		return true
	case "->":
		switch n.(type) {
		case *syntax.Lambda, *syntax.Case, *syntax.ModLambda:
			return true
		}
	}
	return false
}

// breaker breaks lines in nodes that take more than one already, between their parts, so that no
// other node comes to take more than one.
type breaker struct {
	*layout
	lines func(first, last int) bool // whether a line begins after the first word, up to the last
}

// bodies are the words after which a body begins, on a line of its own if it takes more than one.
var bodies = map[string]bool{"=": true, "->": true, "do": true, "then": true, "else": true}

func (b *breaker) node(n *node) {
	if n != b.root && !b.lines(n.first, n.last) {
		return
	}
	for i, p := range n.parts {
		w := &b.words[p.word]
		if b.begins(n, i) && p.word > 0 {
			w.breaks = true
		}
		if p.node == nil && hasBody(n.is, w.text) && i+1 < len(n.parts) {
			end := b.bodyEnd(n, i+1)
			if next := n.parts[i+1]; b.lines(next.word, end) && !hangs(w.text, next.node) {
				b.words[next.word].breaks = true
			}
		}
	}
}

// begins reports whether part i of n, which takes several lines, begins one.
func (b *breaker) begins(n *node, i int) bool {
	p := n.parts[i]
	if p.node != nil {
		switch p.node.is.(type) {
		case syntax.Decl, syntax.Spec:
			_, local := n.is.(*syntax.LocalDecl)
			return !local
		case *syntax.Case:
			return true
		}
		return false
	}
	switch text := b.words[p.word].text; n.is.(type) {
	case *syntax.Let, *syntax.LetFun:
		return text == "in"
	case *syntax.If:
		return text == "then" || text == "else"
	case *syntax.ModStruct, *syntax.ModTypeSpecs:
		return text == "}"
	}
	return false
}

// follows reports whether child is the let that follows let n, without an in.
func (l *layout) follows(n, child *node) bool {
	return isLet(n.is) && isLet(child.is) && child.last == n.last
}

// hasBody reports whether a body follows a word of n.
func hasBody(n syntax.Node, word string) bool {
	if !bodies[word] {
		return false
	}
	switch n.(type) {
	case *syntax.ValDecl, *syntax.Let, *syntax.LetFun, *syntax.If, *syntax.Case, *syntax.Lambda:
		return true
	case *syntax.Loop:
		return word == "do"
	}
	return false
}

// hangs reports whether a body of several lines begins on the line of the word before it: an array, a
// tuple or a record, and the next condition after an else.
func hangs(word string, body *node) bool {
	if body == nil {
		return false
	}
	switch body.is.(type) {
	case *syntax.Array, *syntax.Tuple, *syntax.Record:
		return true
	case *syntax.If:
		return word == "else"
	}
	return false
}

// bodyEnd is the last word of the body that begins with part i of n.
func (b *breaker) bodyEnd(n *node, i int) int {
	for ; i < len(n.parts); i++ {
		p := n.parts[i]
		if p.node == nil {
			switch b.words[p.word].text {
			case "in", "else", "do":
				return p.word - 1
			}
		} else if b.follows(n, p.node) {
			return p.word - 1
		}
	}
	return n.last
}
