package syntax

// selection is x f y as a Select, if it is one.
func (p *parser) selection(f, left, right Expr) Expr {
	at := array{At{left.Start()}}
	if i, ok := left.(*Enclosed); ok && isPrim(f, "⌷") {
		delete(p.enclosing, i.glyph)
		return &Select{at, i.Of, right, false}
	}
	swapped, ok := f.(*Operate1)
	if i, isEnclosed := right.(*Enclosed); ok && isEnclosed && isPrim(swapped.Op, "⍨") && isPrim(swapped.Left, "⌷") {
		delete(p.enclosing, i.glyph)
		return &Select{at, i.Of, left, true}
	}
	return nil
}

func isPrim(f Expr, glyph string) bool {
	p, ok := f.(*Prim)
	return ok && p.Glyph == glyph
}
