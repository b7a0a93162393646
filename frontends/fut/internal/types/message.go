package types

import (
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// FunctionName names what is applied, in messages.
func FunctionName(fun syntax.Exp) string {
	if v, ok := fun.(*syntax.Var); ok {
		return `"` + qualified(v) + `"`
	}
	return "function"
}

func qualified(v *syntax.Var) string {
	if v.Module != "" {
		return v.Module + "." + v.Name
	}
	return v.Name
}

// Excerpt is an expression in quotes, as much of it as fits into a message.
func Excerpt(e syntax.Exp) string {
	text := []rune(strings.Join(strings.Fields(syntax.ExpString(e)), " "))
	if len(text) > 40 {
		text = append(text[:40], '…')
	}
	return `"` + string(text) + `"`
}
