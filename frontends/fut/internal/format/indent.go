package format

import "github.com/lamina-lang/lamina/frontends/fut/internal/syntax"

// step is the usual indentation.
const step = 2

// indent is the column of word i, which begins a line.
func (l *layout) indent(i int) int {
	w := &l.words[i]
	// n is the innermost node that has begun before; the word begins part nth of it.
	n, nth := w.in, w.nth
	for n.first == i && n.in != nil {
		n, nth = n.in, n.nth
	}
	if n.in == nil {
		return 0
	}
	if b := n.parts[nth].bracket; b >= 0 {
		if closes(w) && w.in == n {
			return l.closing(b)
		}
		return l.inBracket(b, w)
	}
	return l.inNode(n, nth)
}

func closes(w *word) bool { return w.text == ")" || w.text == "]" || w.text == "}" }

// inBracket is the column of a word in the bracket that word b opens.
func (l *layout) inBracket(b int, w *word) int {
	open := &l.words[b]
	if l.words[b+1].breaks {
		return open.margin + step
	}
	comma := w.text == "," && open.in == w.in
	if open.leads && !comma {
		return open.col + step
	}
	if comma {
		return open.col
	}
	return open.col + len(open.text)
}

// closing is the column of the bracket that closes the one that word b opens.
func (l *layout) closing(b int) int {
	if l.words[b+1].breaks {
		return l.words[b].margin
	}
	return l.words[b].col
}

// anchor is the column that the lines of n are indented from.
func (l *layout) anchor(n *node) int {
	if n.anchor > 0 {
		return n.anchor - 1
	}
	w := &l.words[n.first]
	at := w.col
	switch n.is.(type) {
	case syntax.Decl, syntax.Spec:
		at = w.margin
	case *syntax.If:
		_, chain := n.in.is.(*syntax.If)
		if before := n.first - 1; chain && !w.breaks && l.words[before].text == "else" && l.words[before].in == n.in {
			at = l.anchor(n.in)
		}
	}
	n.anchor = at + 1
	return at
}

// inNode is the column of a word that begins part nth of n and a line, outside brackets of n itself.
func (l *layout) inNode(n *node, nth int) int {
	at := l.anchor(n)
	p := n.parts[nth]
	text := ""
	if p.node == nil {
		text = l.words[p.word].text
	}
	switch is := n.is.(type) {
	case *syntax.Let, *syntax.LetFun:
		after := l.keyword(n, nth)
		if text == "in" || after == "in" || p.node != nil && l.follows(n, p.node) {
			return at
		}
		return l.definition(n, nth, after)
	case *syntax.ValDecl:
		after := l.keyword(n, nth)
		if text == "def" || text == "let" || text == "entry" || len(is.Attrs) > 0 && after == "" {
			return at
		}
		return l.definition(n, nth, after)
	case *syntax.If:
		if text == "then" || text == "else" {
			return at
		}
	case *syntax.Match:
		if _, ok := p.nodeIs().(*syntax.Case); ok {
			return at
		}
	case *syntax.Loop:
		if text == "for" || text == "while" {
			return at
		}
		if l.keyword(n, nth) != "do" {
			return at + 2*step
		}
	case *syntax.BinOp, *syntax.FuncType, *syntax.Attributed, *syntax.LocalDecl, *syntax.ModTypeArrow:
		return at
	case *syntax.SumType:
		return l.constructor(n)
	case *syntax.Apply, *syntax.Assert:
		return l.argument(n, nth)
	case *syntax.TypeDecl, *syntax.TypeSpec:
		if _, sum := p.nodeIs().(*syntax.SumType); sum {
			return at + 2*step
		}
	}
	return at + step
}

// definition is the column of part nth of a definition: a step to the right after the =, and below
// the first parameter before it.
func (l *layout) definition(n *node, nth int, after string) int {
	if after == "=" {
		return l.anchor(n) + step
	}
	for i, p := range n.parts[:nth] {
		if _, name := p.nodeIs().(*syntax.Ident); name && i+1 < nth && l.words[n.parts[nth].word].text != ":" {
			if first := &l.words[n.parts[i+1].word]; !first.breaks && first.text != ":" {
				return first.col
			}
			break
		}
	}
	return l.anchor(n) + 2*step
}

// constructor is the column of a constructor, or of the bar before one. In the definition of a type
// bars stand two columns to the left of a constructor that begins a line.
func (l *layout) constructor(n *node) int {
	switch n.in.is.(type) {
	case *syntax.TypeDecl, *syntax.TypeSpec:
		return l.anchor(n.in) + step
	}
	return l.anchor(n)
}

// argument is the column of an argument: below the first, or if that began a line, a step to the
// right.
func (l *layout) argument(n *node, nth int) int {
	if first := &l.words[n.parts[1].word]; nth > 1 && !first.breaks {
		return first.col
	}
	return l.anchor(n) + step
}

// keyword is the last keyword of n itself before part nth that governs how the part is indented.
func (l *layout) keyword(n *node, nth int) string {
	for i := nth - 1; i >= 0; i-- {
		if n.parts[i].node == nil && n.parts[i].bracket < 0 {
			switch text := l.words[n.parts[i].word].text; text {
			case "let", "=", "in", "def", "entry", "do", "loop":
				return text
			}
		}
	}
	return ""
}

func (p part) nodeIs() syntax.Node {
	if p.node == nil {
		return nil
	}
	return p.node.is
}

// remarkIndent is the column of the comments before word i that have lines of their own.
func (l *layout) remarkIndent(i int) int {
	w := &l.words[i]
	if b := w.in.parts[w.nth].bracket; b >= 0 && (closes(w) || w.text == ",") {
		return l.inBracket(b, &word{in: w.in})
	}
	return l.indent(i)
}
