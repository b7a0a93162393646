package lsp

import (
	"context"
	"errors"

	"github.com/lamina-lang/lamina/core/source"
)

// diagnose reports the errors and warnings of a document.
func (s *server) diagnose(d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documents[d.uri] != d {
		return
	}
	defer func() { _ = recover() }() // a fault of the compiler: the next change may avoid it
	s.analyse(d)
	found := []diagnostic{}
	var all source.Errors
	var one *source.Error
	switch err := d.analysis.Err; {
	case errors.As(err, &all):
	case errors.As(err, &one):
		all = source.Errors{one}
	case err != nil: // a file that cannot be read
		found = append(found, diagnostic{Severity: severityError, Source: "lamina", Message: err.Error()})
	}
	for _, e := range all {
		found = append(found, s.diagnostic(d, e, severityError))
	}
	for _, w := range d.analysis.Warnings() {
		g := s.diagnostic(d, w.Error, severityWarning)
		g.Code = w.Name
		if w.Name == "unused" || w.Name == "unreachable" {
			g.Tags = []int{tagUnnecessary}
		}
		found = append(found, g)
	}
	s.publish(d, found)
	s.explain(d)
}

// diagnostic is an error in the protocol's terms. One in an imported file is told at the
// beginning of the document.
func (s *server) diagnostic(d *document, e *source.Error, severity int) diagnostic {
	g := diagnostic{Severity: severity, Source: "lamina", Message: e.Msg}
	if e.Pos.File == d.file {
		end := e.End
		if !end.IsValid() || end.File != e.Pos.File {
			end = e.Pos
			end.Col++
		}
		g.Range = textRange{d.text.position(e.Pos), d.text.position(end)}
	} else {
		g.Message = e.Pos.String() + ": " + e.Msg
	}
	if e.Hint != "" {
		g.Message += "\nhint: " + e.Hint
	}
	for _, n := range e.Notes {
		if t, ok := s.textOf(n.Pos.File); ok {
			at := t.position(n.Pos)
			g.RelatedInformation = append(g.RelatedInformation, relatedInformation{location{uriOf(n.Pos.File), textRange{at, at}}, n.Msg})
		}
	}
	return g
}

// publish tells the editor what is wrong. If it has gone, nobody needs to know.
func (s *server) publish(d *document, found []diagnostic) {
	if found == nil {
		found = []diagnostic{}
	}
	_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", publishDiagnostics{d.uri, d.version, found})
}
