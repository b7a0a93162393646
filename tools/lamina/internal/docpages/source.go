package docpages

import (
	"fmt"
	"html"
	"sort"
	"strings"
	"unicode"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// source writes the text of a file, line by line.
func (w *writer) source() {
	lines := w.file.index.Text()
	w.printf(`<p><a href="%s">Declarations</a></p><pre>`, html.EscapeString(link(w.from, place{page: w.file.page()})))
	for i, line := range lines {
		if i == len(lines)-1 && line == "" {
			break
		}
		w.printf(`<span id="L%d" class="line">`, i+1)
		w.line(i+1, 1, len(line)+1)
		w.printf("</span>\n")
	}
	w.printf("</pre>")
}

// code writes a piece of the text.
func (w *writer) code(r struct{ Start, End source.Pos }) {
	lines := w.file.index.Text()
	for n := r.Start.Line; n <= r.End.Line && n <= len(lines); n++ {
		from, to := 1, len(lines[n-1])+1
		if n == r.Start.Line {
			from = r.Start.Col
		} else {
			w.printf("\n")
		}
		if n == r.End.Line {
			to = r.End.Col
		}
		w.line(n, from, to)
	}
}

// line writes a piece of one line, in which names lead to their declarations.
func (w *writer) line(n, from, to int) {
	text := w.file.index.Text()[n-1]
	all := w.file.index.Occurrences()
	first := sort.Search(len(all), func(i int) bool { return all[i].Start.Line >= n })
	for _, o := range all[first:] {
		if o.Start.Line > n || o.End.Col > to {
			break
		}
		if o.Start.Col < from {
			continue
		}
		w.WriteString(html.EscapeString(text[from-1 : o.Start.Col-1]))
		w.name(o)
		from = o.End.Col
	}
	if from < to {
		comment := strings.Index(text[from-1:to-1], "--")
		if comment < 0 {
			comment = to - from
		}
		w.WriteString(html.EscapeString(text[from-1 : from-1+comment]))
		if rest := text[from-1+comment : to-1]; rest != "" {
			w.printf(`<span class="faint">%s</span>`, html.EscapeString(rest))
		}
	}
}

// name writes a name, as a link to what it denotes.
func (w *writer) name(o fut.Occurrence) {
	to, ok := w.target(o)
	if !ok {
		w.WriteString(html.EscapeString(o.Name))
		return
	}
	w.printf(`<a href="%s"`, html.EscapeString(link(w.from, to)))
	if o = w.file.index.Describe(o); o.Type != "" {
		w.printf(` title="%s"`, html.EscapeString(o.Type))
	}
	w.printf(">%s</a>", html.EscapeString(o.Name))
}

// target is the place that a name leads to: its declaration; from there, and for local names, its source.
func (w *writer) target(o fut.Occurrence) (place, bool) {
	if !o.Target.IsValid() {
		return w.member(o)
	}
	to, declared := w.anchors[at(o.Target)]
	atHome := o.IsDef && w.from == to.page
	if declared && !atHome {
		return to, true
	}
	for _, f := range w.files {
		if f.index.File() == o.Target.File {
			return place{f.code(), fmt.Sprintf("L%d", o.Target.Line)}, true
		}
	}
	return place{}, false
}

// member is the place of a member of a scalar's module, by the module that is written in front of it. A
// module of the program's own that has such a name hides that one.
func (w *writer) member(o fut.Occurrence) (place, bool) {
	before := w.file.index.Text()[o.Start.Line-1][:o.Start.Col-1]
	module, qualified := strings.CutSuffix(before, ".")
	if !qualified || !o.InPrelude {
		return place{}, false
	}
	if m, ok := w.file.index.At(o.Start.Line, o.Start.Col-1); ok && m.IsModule && m.Target.IsValid() {
		return place{}, false
	}
	start := strings.LastIndexFunc(module, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) + 1
	to, ok := w.members[module[start:]+"."+o.Name]
	return to, ok
}
