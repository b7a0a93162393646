package imp

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/name"
)

// Key identifies an expression up to equality.
func Key(e Expr) string { return string(appendKey(nil, e)) }

func appendKey(out []byte, e Expr) []byte {
	switch e := e.(type) {
	case *Const:
		return e.Value.Append(append(out, '#'))
	case *Var:
		return append(append(out, '$'), e.Name.String()...)
	case *Load:
		out = appendLanes(append(out, e.Elem.String()...), e.Lanes)
		out = append(out, '@')
		out = append(out, e.Block.String()...)
	case *Bytes:
		return append(append(out, 'b'), e.Block.String()...)
	case *Apart:
		for _, list := range [][]name.Name{e.Written, e.Read} {
			out = append(out, '|')
			for _, n := range list {
				out = append(append(out, n.String()...), ',')
			}
		}
		return out
	case *Prim:
		if e.Exact {
			out = append(out, '!')
		}
		out = append(append(append(out, e.Fn.String()...), '.'), e.Type.String()...)
	case *Convert:
		out = append(append(append(out, e.From.String()...), '>'), e.To.String()...)
	case *At:
		out = append(out, 'a', 't')
	case *Splat:
		out = appendLanes(append(out, 's'), e.Lanes)
	case *Ramp:
		out = appendLanes(append(out, 'r'), e.Lanes)
	case *Build:
		out = append(out, 'b')
	case *Lane:
		out = strconv.AppendInt(append(out, 'l'), int64(e.K), 10)
	case *ID:
		out = append(out, '?', '0'+byte(e.Kind))
		if e.Kind == Threshold {
			out = strconv.AppendInt(strconv.AppendQuote(out, e.Threshold), e.Default, 10)
		}
		return out
	}
	out = append(out, '(')
	for i, x := range Operands(e) {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendKey(out, x)
	}
	return append(out, ')')
}

// appendLanes writes the number of lanes of a vector, and nothing for a scalar.
func appendLanes(out []byte, lanes int) []byte {
	if lanes == 0 {
		return out
	}
	return strconv.AppendInt(append(out, 'x'), int64(lanes), 10)
}
