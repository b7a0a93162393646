package imp

// Key identifies an expression up to equality.
func Key(e Expr) string { return string(appendKey(nil, e)) }

func appendKey(out []byte, e Expr) []byte {
	switch e := e.(type) {
	case *Const:
		return e.Value.Append(append(out, '#'))
	case *Var:
		return append(append(out, '$'), e.Name.String()...)
	case *Load:
		out = append(append(out, e.Elem.String()...), '@')
		out = append(out, e.Block.String()...)
	case *Prim:
		out = append(append(append(out, e.Fn.String()...), '.'), e.Type.String()...)
	case *Convert:
		out = append(append(append(out, e.From.String()...), '>'), e.To.String()...)
	case *At:
		out = append(out, 'a', 't')
	case *ID:
		return append(out, '?', '0'+byte(e.Kind))
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
