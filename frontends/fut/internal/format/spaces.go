package format

import (
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// tight are words that no space follows, or precedes.
var (
	tightAfter  = set("(", "[", "#[", "\\", "#", "'", "'^", "'~", "?", ".", "->*", "..", "...", "..<", "..>")
	tightBefore = set(")", "]", ",", ".", ";", "..", "...", "..<", "..>")
)

func set(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		m[w] = true
	}
	return m
}

// spaced reports whether a space stands between word i and the one before it, on the same line.
func (l *layout) spaced(i int) bool {
	w, before := &l.words[i], &l.words[i-1]
	switch {
	case merge(before.text, w.text):
		return true
	case before.text == "(" && w.text == ".": // a section
		return false
	case before.leads:
		return true
	case w.text == "[":
		return l.spacedBracket(i)
	case w.text == "(":
		if _, attr := w.in.is.(*syntax.Attr); attr {
			return false
		}
	case w.text == "}" || before.text == "{":
		return isModule(opener(w, before).is) && !(w.text == "}" && before.text == "{")
	case w.text == ":" || before.text == ":":
		return spacedColon(w, before)
	case w.text == "`" || before.text == "`":
		return l.spacedTick(i)
	}
	if tightBefore[w.text] || tightAfter[before.text] || prefixes(before) {
		return false
	}
	return !(w.text == "~" || w.text == "^") || before.text != "type"
}

// merge reports whether two words without a space between would be read as another.
func merge(a, b string) bool {
	const operators = "+-*/%=!><|&^"
	return a != "" && b != "" && strings.IndexByte(operators, a[len(a)-1]) >= 0 && strings.IndexByte(operators, b[0]) >= 0
}

// opener is the node whose braces one of two words belongs to.
func opener(w, before *word) *node {
	if w.text == "}" {
		return w.in
	}
	return before.in
}

func isModule(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.ModStruct, *syntax.ModTypeSpecs:
		return true
	}
	return false
}

// spacedBracket is spaced for [, which binds to what it indexes and to other sizes.
func (l *layout) spacedBracket(i int) bool {
	w, before := &l.words[i], &l.words[i-1]
	switch w.in.is.(type) {
	case *syntax.Index:
		return false
	case *syntax.Step:
		return before.text == "with"
	case *syntax.Let, *syntax.Loop, *syntax.ExistsType: // sizes
		return before.text != "]" && before.text != "?"
	}
	return !tightAfter[before.text] && !prefixes(before)
}

// spacedColon is spaced where one of the words is a colon.
func spacedColon(w, before *word) bool {
	n := w.in.is
	if before.text == ":" {
		n = before.in.is
	}
	switch n.(type) {
	case *syntax.DimIndex:
		return before.text == ","
	case *syntax.TypedPat, *syntax.FieldType, *syntax.FieldPat, *syntax.FuncType, *syntax.ModParam, *syntax.ModTypeArrow:
		return before.text == ":"
	}
	return true
}

// spacedTick is spaced where one of the words is a backtick.
func (l *layout) spacedTick(i int) bool {
	w, before := &l.words[i], &l.words[i-1]
	n := w.in
	if w.text != "`" {
		n = before.in
	}
	if _, op := n.is.(*syntax.Var); op {
		inside := i > n.first && i <= n.last
		return !inside && !tightAfter[before.text] && !tightBefore[w.text]
	}
	ticks := 0 // in the definition, up to w
	for j := n.first; j < i; j++ {
		if l.words[j].text == "`" && l.words[j].in == n {
			ticks++
		}
	}
	return ticks%2 == 0 && w.text == "`" || ticks == 2 && before.text == "`"
}

// prefixes reports whether a word is an operator before its only operand, the star of a unique type,
// or the end of the size of an array type.
func prefixes(w *word) bool {
	switch w.in.is.(type) {
	case *syntax.Neg, *syntax.Not, *syntax.LitPat:
		return w.text == "-" || w.text == "!"
	case *syntax.UniqueType:
		return w.text == "*"
	case *syntax.Dim:
		_, array := w.in.in.is.(*syntax.ArrayType)
		return w.text == "]" && array
	}
	return false
}
