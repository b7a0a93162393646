package fut

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Input is the input of a session: declarations or an expression.
type Input struct {
	// IsDecl is set for declarations, Imports if one of them imports a file.
	IsDecl, Imports bool
	// Incomplete is set if more text could make it complete: it is wrong at its end only.
	Incomplete bool
	// Decls are the declarations as they are written, with def for entry.
	Decls string
}

// beginnings are the first words of declarations.
var beginnings = []string{"def", "let", "entry", "type", "module", "import", "open", "local", "#["}

// ReadInput tells what a text is. A text that is neither is taken for what its first word says.
func ReadInput(text string) Input {
	_, expErr := syntax.ParseExp(&source.File{Name: "input", Text: text})
	file, declErr := syntax.Parse(&source.File{Name: "input", Text: text})
	if file == nil {
		return Input{}
	}
	tokens := tokensOf(file.Lossless())
	end := endOf(tokens)
	if expErr == nil || !slices.Contains(beginnings, tokens[0].Text) {
		return Input{Incomplete: isAt(expErr, end)}
	}
	in := Input{IsDecl: declErr == nil || tokens[0].Text != "let" || !isLater(expErr, declErr)}
	in.Incomplete = isAt(declErr, end) || declErr != nil && !in.IsDecl && isAt(expErr, end)
	var decls strings.Builder
	for _, t := range tokens {
		word := t.Text
		if word == "entry" {
			word = "def  " // positions stay
		}
		decls.WriteString(t.Space + word)
	}
	in.Decls = decls.String()
	in.Imports = slices.ContainsFunc(file.Decls, imports)
	return in
}

// imports reports whether a declaration brings the names of a file into scope.
func imports(d syntax.Decl) bool {
	switch d := d.(type) {
	case *syntax.LocalDecl:
		return imports(d.Decl)
	case *syntax.ImportDecl:
		return true
	case *syntax.OpenDecl:
		_, opens := d.Module.(*syntax.ModImport)
		return opens
	}
	return false
}

// tokensOf lists the tokens in e. The last one is empty: the end of the file.
func tokensOf(e *syntax.Element) (out []*syntax.Element) {
	if len(e.Parts) == 0 && e.Node == nil {
		return []*syntax.Element{e}
	}
	for _, p := range e.Parts {
		out = append(out, tokensOf(p)...)
	}
	return out
}

// endOf is where the last token with a text ends.
func endOf(tokens []*syntax.Element) syntax.Place {
	var text strings.Builder
	for _, t := range tokens[:len(tokens)-1] {
		t.Write(&text)
	}
	before := text.String()
	line := strings.LastIndexByte(before, '\n') + 1
	return syntax.Place{Line: int32(strings.Count(before, "\n") + 1), Col: int32(len(before) - line + 1)}
}

func placeOf(err error) (syntax.Place, bool) {
	var e *source.Error
	if !errors.As(err, &e) {
		return syntax.Place{}, false
	}
	return syntax.Place{Line: int32(e.Pos.Line), Col: int32(e.Pos.Col)}, true
}

// isAt reports whether there is an error, at that place.
func isAt(err error, p syntax.Place) bool {
	at, ok := placeOf(err)
	return ok && at == p
}

// isLater reports whether the first of two errors is further on in the text.
func isLater(a, b error) bool {
	x, _ := placeOf(a)
	y, _ := placeOf(b)
	return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col)) > 0
}
