package lsp

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

func (d *document) rangeOf(start, end source.Pos) textRange {
	return textRange{d.text.position(start), d.text.position(end)}
}

// hover tells the type of the name at a place, or of the smallest expression around it.
func (s *server) hover(d *document, p *params) (any, error) {
	line, col := d.text.place(p.Position)
	o, ok := d.index.At(line, col)
	if !ok || !o.IsModule && o.Type == "" && o.General == "" && o.Doc == "" {
		typ, at, ok := d.index.TypeAt(line, col)
		if !ok {
			return nil, nil
		}
		return hover{markup{"markdown", code(typ)}, d.rangeOf(at.Start, at.End)}, nil
	}
	name := o.Name
	switch {
	case o.IsModule && isName(name):
		return hover{markup{"markdown", documented(code(s.declaration(d, o)), o.Doc)}, d.rangeOf(o.Start, o.End)}, nil
	case !isName(name):
		name = "(" + name + ")"
	}
	shown := name
	switch {
	case strings.HasPrefix(o.Type, "type "):
		shown = "type " + name + " = " + strings.TrimPrefix(o.Type, "type ")
	case o.Type != "":
		shown += " : " + o.Type
	}
	if o.General != "" && o.General != o.Type {
		shown += "\n" + name + " : " + o.General
	}
	return hover{markup{"markdown", documented(code(shown), o.Doc)}, d.rangeOf(o.Start, o.End)}, nil
}

func documented(shown, doc string) string {
	if doc == "" {
		return shown
	}
	return shown + "\n\n" + doc
}

// code is a text as Markdown shows programs.
func code(s string) string { return "```futhark\n" + s + "\n```" }

func (s *server) definition(d *document, p *params) (any, error) {
	o, ok := d.index.At(d.text.place(p.Position))
	if !ok || o.InPrelude || !o.Target.IsValid() {
		return nil, nil
	}
	t, ok := s.textOf(o.Target.File)
	if !ok {
		return nil, nil
	}
	end := o.Target
	if isName(o.Name) || !o.IsModule { // of an imported file it is the beginning
		end.Col += len(o.Name)
	}
	uri := d.uri
	if o.Target.File != d.file {
		uri = uriOf(o.Target.File)
	}
	return location{uri, textRange{t.position(o.Target), t.position(end)}}, nil
}

func (s *server) highlight(d *document, p *params) (any, error) {
	found := []map[string]any{}
	if o, ok := d.index.At(d.text.place(p.Position)); ok && o.Target.IsValid() {
		for _, r := range d.index.References(o.Target) {
			found = append(found, map[string]any{"range": d.rangeOf(r.Start, r.End)})
		}
	}
	return found, nil
}

// keywords are those of the language that begin or continue expressions and declarations.
var keywords = []string{
	"assert", "case", "def", "do", "else", "entry", "false", "for", "if", "import", "in", "include", "let", "local",
	"loop", "match", "module", "open", "then", "true", "type", "val", "while", "with",
}

// completion lists the names that begin with what is before the cursor: the local ones of the definition
// around, those in scope, and keywords; after the name of a module and a dot, what is in the module.
func (s *server) completion(d *document, p *params) (any, error) {
	items := []completionItem{}
	if p.Position.Line >= len(d.text) || p.Position.Line < 0 {
		return items, nil
	}
	before := d.text[p.Position.Line][:d.text.offsetIn(p.Position)]
	typed := before[len(strings.TrimRightFunc(before, func(r rune) bool { return inName(r) || r == '.' })):]
	module, prefix := "", typed
	if i := strings.LastIndexByte(typed, '.'); i >= 0 {
		module, prefix = typed[:i], typed[i+1:]
	}
	seen := map[string]bool{}
	add := func(label string, kind int, detail string) {
		if !seen[label] && strings.HasPrefix(label, prefix) {
			seen[label] = true
			items = append(items, completionItem{label, kind, detail})
		}
	}
	line, col := d.text.place(p.Position)
	if module == "" {
		for _, o := range d.index.LocalsAround(line) {
			add(o.Name, completeVariable, o.Type)
		}
	}
	for _, n := range d.index.NamesAt(line, col-len(typed), module) {
		add(n.Name, completeKinds[n.Kind], n.Type)
	}
	if module == "" {
		for _, k := range keywords {
			add(k, completeKeyword, "")
		}
	}
	return items, nil
}

func (s *server) signatureHelp(d *document, p *params) (any, error) {
	line, col := d.text.place(p.Position)
	c, ok := d.index.CallAt(line, col)
	if !ok {
		return nil, nil
	}
	g := signature{Label: c.Function + " : " + c.Type, Documentation: c.Doc}
	for _, param := range c.Params {
		g.Parameters = append(g.Parameters, parameter{param})
	}
	return signatureHelp{Signatures: []signature{g}, ActiveParameter: c.Active}, nil
}

// formatting lays the document out. One with errors stays as it is.
func (s *server) formatting(d *document, p *params) (any, error) {
	after, err := fut.Format(d.file, []byte(d.content))
	if err != nil || string(after) == d.content {
		return []textEdit{}, nil
	}
	return []textEdit{{textRange{position{}, d.text.end()}, string(after)}}, nil
}

func (s *server) inlayHints(d *document, p *params) (any, error) {
	hints := []inlayHint{}
	for _, h := range d.index.Hints() {
		at := d.text.position(h.At)
		if p.Range.Start.Line <= at.Line && at.Line <= p.Range.End.Line {
			hints = append(hints, inlayHint{Position: at, Label: h.Text, Kind: 1})
		}
	}
	for _, h := range d.memoryHints() {
		if p.Range.Start.Line <= h.Position.Line && h.Position.Line <= p.Range.End.Line {
			hints = append(hints, h)
		}
	}
	return hints, nil
}

func (s *server) symbols(d *document, _ *params) (any, error) {
	found := []symbol{}
	for _, o := range d.index.Definitions() {
		r := d.rangeOf(o.Start, o.End)
		kind := symbolFunction
		if o.IsModule {
			kind = symbolModule
		}
		found = append(found, symbol{o.Name, o.Type, kind, r, r})
	}
	return slices.Clip(found), nil
}
