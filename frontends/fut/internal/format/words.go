package format

import (
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// layout is a program that is being laid out.
type layout struct {
	words []word // the last is empty: the end of the file
	root  *node
}

// word is a token.
type word struct {
	text     string
	in       *node // the innermost node that it is in
	nth      int   // which of its parts
	apart    bool  // white space or comments precede it in the source
	comments []comment
	breaks   bool // begins a line
	blank    bool // an empty line precedes it

	leads bool // opens a bracket, some of whose commas begin lines

	col    int // where it begins in the result, from 0
	margin int // the indentation of its line there
}

// comment is a comment before a word.
type comment struct {
	text   string
	trails bool // ends a line that has words
	blank  bool // an empty line precedes it
	column int  // in the source
}

// node is a node of the syntax tree, or the file.
type node struct {
	is          syntax.Node // nil for the file
	in          *node
	nth         int // which of the parts of in
	parts       []part
	first, last int // words
	anchor      int // column that its lines are indented from, plus 1; 0 if it is not known yet
}

// part is a word of a node itself or a node in it.
type part struct {
	word    int   // its first
	node    *node // nil for a word
	bracket int   // the word of the node itself that opens the bracket around it, or -1
}

// read takes a program apart.
func read(f *syntax.File) *layout {
	r := reader{layout: &layout{}}
	r.root = r.node(f.Lossless(), nil)
	return r.layout
}

type reader struct {
	*layout
	column  int    // in the source, from 0
	pending string // the space before an in that is left out
}

// node reads e, which is part of in. It is nil if it has no words.
func (r *reader) node(e *syntax.Element, in *node) *node {
	n := &node{is: e.Node, in: in, first: len(r.words)}
	var open []int
	for i, p := range e.Parts {
		bracket := -1
		if len(open) > 0 {
			bracket = open[len(open)-1]
		}
		if len(p.Parts) == 0 && p.Node == nil {
			if p.Text == "in" && i+1 < len(e.Parts) && isLet(e.Node) && isLet(e.Parts[i+1].Node) {
				r.pending = p.Space
				r.move(p.Space + p.Text)
				continue
			}
			switch p.Text {
			case "(", "[", "{", "#[":
				open = append(open, len(r.words))
			case ")", "]", "}":
				if len(open) > 0 {
					open = open[:len(open)-1]
				}
			}
			n.parts = append(n.parts, part{word: len(r.words), bracket: bracket})
			r.word(p, n)
			continue
		}
		start := len(r.words)
		if child := r.node(p, n); child != nil {
			child.nth = len(n.parts)
			n.parts = append(n.parts, part{word: start, node: child, bracket: bracket})
		}
	}
	n.last = len(r.words) - 1
	if n.last < n.first {
		return nil
	}
	return n
}

func isLet(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.Let, *syntax.LetFun:
		return true
	}
	return false
}

// word reads a token of n.
func (r *reader) word(e *syntax.Element, n *node) {
	w := word{text: e.Text, in: n, nth: len(n.parts) - 1}
	space := strings.TrimPrefix(r.pending+e.Space, "\uFEFF")
	if r.pending == "" {
		r.remarks(&w, space)
	} else { // columns count from the end of the in
		column := r.column
		r.remarks(&w, space)
		r.column = column
		r.move(e.Space)
	}
	r.pending = ""
	w.apart = space != ""
	r.column += len(e.Text)
	r.words = append(r.words, w)
}

// remarks reads the comments and line breaks before w.
func (r *reader) remarks(w *word, space string) {
	blank := false
	for i, l := range strings.Split(space, "\n") {
		if i > 0 {
			r.column = 0
		}
		text := strings.TrimSpace(l)
		r.column += len(l)
		switch {
		case text != "":
			trails := i == 0 && len(r.words) > 0
			w.comments = append(w.comments, comment{text, trails, blank, r.column - len(strings.TrimLeft(l, " \t\r\f"))})
			blank = false
		case i > 0 && i < strings.Count(space, "\n"):
			blank = true
		}
	}
	w.breaks = strings.Contains(space, "\n")
	w.blank = blank
}

// move goes over text in the source.
func (r *reader) move(text string) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		r.column, text = 0, text[i+1:]
	}
	r.column += len(text)
}
