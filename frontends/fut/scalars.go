package fut

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/query"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// scalarsFile is the name of a file that nobody has written: the modules of the scalar types, whose
// members come from tables and from definitions for several types, as module types say it.
const scalarsFile = "scalars.fut"

// scalars indexes the modules of the scalar types.
func scalars() (*Index, error) {
	var text strings.Builder
	text.WriteString("-- | The modules of the scalar types.\n\n")
	for _, t := range scalar.Types() {
		fmt.Fprintf(&text, "-- | Functions and constants of %s. Those that are named like a type convert from it.\nmodule %[1]s : {\n", t)
		for _, m := range typesOfMembers(t.String()) {
			params, typ, general := strings.Cut(m.typ, ". ") // sizes, as in [n]. [n]i8 -> i8
			if !general {
				params, typ = "", m.typ
			}
			fmt.Fprintf(&text, "  val %s : %s\n", strings.TrimSpace(m.name+" "+params), typ)
		}
		text.WriteString("} = {}\n\n")
	}
	f, err := syntax.ParsePrelude(&source.File{Name: scalarsFile, Text: text.String()})
	if err != nil {
		return nil, err
	}
	return query.New(f, nil, nil, func(string) bool { return true }), nil
}

// member is a member of a module with its type.
type member struct{ name, typ string }

// typesOfMembers asks the checker for the types of a module's values.
func typesOfMembers(module string) (out []member) {
	names := Analyse("names.fut", nil, nil).names.InScopeAt(syntax.Place{Line: 1, Col: 1}, module)
	var program strings.Builder
	for i, n := range names {
		if n.Kind == ValueName {
			fmt.Fprintf(&program, "def member%d = %s\n", i, qualified(module, n.Name))
		}
	}
	a := Analyse("members.fut", []byte(program.String()), nil)
	for i, n := range names {
		if s, ok := a.TypeOf(fmt.Sprintf("member%d", i)); ok && n.Kind == ValueName {
			out = append(out, member{inParentheses(n.Name), s.Type})
		}
	}
	return out
}

// qualified is a member of a module, as an expression.
func qualified(module, name string) string {
	if inParentheses(name) == name {
		return module + "." + name
	}
	return "(" + module + "." + name + ")"
}

// inParentheses is a name as it is declared: operators are in parentheses.
func inParentheses(name string) string {
	if strings.Trim(name, "+-*/%=<>!&|^") == "" {
		return "(" + name + ")"
	}
	return name
}
