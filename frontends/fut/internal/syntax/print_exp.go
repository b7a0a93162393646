package syntax

import "fmt"

func (p *printer) exp(e Exp) {
	switch e := e.(type) {
	case *Range:
		p.rangeExp(e)
	case *Update:
		p.operand(e.Exp)
		p.put(" with ")
		p.path(e.Path)
		p.put(" = ")
		p.operand(e.Value)
	case *Construct:
		p.put("#", e.Name)
		for _, part := range e.Payload {
			p.put(" ")
			p.atom(part)
		}
	case *Apply:
		p.atom(e.Fun)
		for _, a := range e.Args {
			p.put(" ")
			p.atom(a)
		}
	case *BinOp:
		p.operand(e.Left)
		p.put(" ")
		p.infix(e.Op)
		p.put(" ")
		p.operand(e.Right)
	case *Neg:
		p.put("-")
		p.operand(e.Exp)
	case *Not:
		p.put("!")
		p.operand(e.Exp)
	case *Lambda:
		p.put("\\")
		p.each(len(e.Params), " ", func(i int) { p.atomPat(e.Params[i]) })
		if e.Ret != nil {
			p.put(": ")
			p.termType(e.Ret)
		}
		p.put(" -> ")
		p.exp(e.Body)
	case *Let, *LetFun:
		p.lets(e)
	case *If:
		p.put("if ")
		p.exp(e.Cond)
		p.put(" then ")
		p.exp(e.Then)
		p.put(" else ")
		p.exp(e.Else)
	case *Match:
		p.put("match ")
		p.atom(e.Exp)
		for _, c := range e.Cases {
			p.put(" case ")
			p.pat(c.Pat)
			p.put(" -> ")
			p.atom(c.Body)
		}
	case *Loop:
		p.loop(e)
	case *Assert:
		p.put("assert ")
		p.atom(e.Cond)
		p.put(" ")
		p.atom(e.Exp)
	case *Ascript:
		p.operand(e.Exp)
		p.put(" : ")
		p.typ(e.Type)
	case *Coerce:
		p.operand(e.Exp)
		p.put(" :> ")
		p.typ(e.Type)
	case *Attributed:
		p.attr(e.Attr)
		p.exp(e.Exp)
	default:
		p.atom(e)
	}
}

// operand prints e where an operator stands beside it.
func (p *printer) operand(e Exp) {
	switch e.(type) {
	case *Apply, *Construct:
		p.exp(e)
	default:
		p.atom(e)
	}
}

// projected writes e, of which a field is taken. A dot after a number would begin its
// fraction.
func (p *printer) projected(e Exp) {
	switch e.(type) {
	case *IntLit, *FloatLit:
		p.put("(")
		p.atom(e)
		p.put(")")
	default:
		p.atom(e)
	}
}

func (p *printer) atom(e Exp) {
	switch e := e.(type) {
	case *IntLit:
		p.put(e.Text, e.Suffix)
	case *FloatLit:
		p.put(e.Text)
		if e.Suffix != "" {
			p.put(e.Suffix)
		}
	case *BoolLit:
		p.put(fmt.Sprint(e.Value))
	case *CharLit:
		p.put(charText(e.Value))
	case *Bad, *Hole:
		p.put("???")
	case *StringLit:
		p.put(stringText(e.Value))
	case *Var:
		p.variable(e)
	case *Open:
		p.put(e.Module, ".(")
		p.exp(e.Exp)
		p.put(")")
	case *Tuple:
		p.put("(")
		p.exps(e.Elems)
		p.closeTuple(len(e.Elems))
	case *Record:
		p.put("{")
		p.each(len(e.Fields), ", ", func(i int) {
			p.put(e.Fields[i].Name, " = ")
			p.exp(e.Fields[i].Exp)
		})
		p.put("}")
	case *Array:
		p.put("[")
		p.exps(e.Elems)
		p.put("]")
	case *Project:
		p.projected(e.Exp)
		p.put(".", e.Field)
	case *Index:
		p.atom(e.Exp)
		p.slice(e.Slice)
	case *LeftSection:
		p.put("(")
		p.operand(e.Left)
		p.put(" ")
		p.infix(e.Op)
		p.put(")")
	case *RightSection:
		p.put("(")
		p.infix(e.Op)
		p.put(" ")
		p.exp(e.Right)
		p.put(")")
	case *PathSection:
		p.put("(.")
		p.path(e.Path)
		p.put(")")
	case *Construct:
		if len(e.Payload) == 0 {
			p.exp(e)
			return
		}
		p.put("(")
		p.exp(e)
		p.put(")")
	default:
		p.put("(")
		p.exp(e)
		p.put(")")
	}
}

func (p *printer) exps(es []Exp) {
	p.each(len(es), ", ", func(i int) { p.exp(es[i]) })
}

func (p *printer) variable(v *Var) {
	name := v.Name
	if v.Module != "" {
		name = v.Module + "." + name
	}
	if IsOperator(v.Name) {
		name = "(" + name + ")"
	}
	p.put(name)
}

// infix prints v between operands.
func (p *printer) infix(v *Var) {
	name := v.Name
	if v.Module != "" {
		name = v.Module + "." + name
	}
	if !IsOperator(v.Name) {
		name = "`" + name + "`"
	}
	p.put(name)
}

func (p *printer) rangeExp(e *Range) {
	p.operand(e.First)
	if e.Second != nil {
		p.put("..")
		p.operand(e.Second)
	}
	p.put([...]string{Inclusive: "...", UpTo: "..<", DownTo: "..>"}[e.Kind])
	p.operand(e.Last)
}

func (p *printer) slice(dims []*DimIndex) {
	part := func(e Exp) {
		if e != nil {
			p.operand(e)
		}
	}
	p.put("[")
	p.each(len(dims), ", ", func(i int) {
		d := dims[i]
		part(d.Index)
		if d.Slice {
			part(d.First)
			p.put(":")
			part(d.Last)
			if d.Step != nil {
				p.put(":")
				part(d.Step)
			}
		}
	})
	p.put("]")
}

// lets prints a chain of lets and its body, without nesting.
func (p *printer) lets(e Exp) {
	for {
		switch let := e.(type) {
		case *Let:
			p.put("let ")
			p.sizes(let.Sizes)
			p.pat(let.Pat)
			p.put(" = ")
			p.exp(let.Exp)
			e = let.Body
		case *LetFun:
			p.put("let ")
			p.put(let.Name.Name)
			p.function(let.TypeParams, let.Params, let.Ret, let.Exp)
			e = let.Body
		default:
			p.exp(e)
			return
		}
		p.put(" in ")
	}
}

func (p *printer) sizes(sizes []Ident) {
	for _, s := range sizes {
		p.put("[", s.Name, "]")
	}
	if len(sizes) > 0 {
		p.put(" ")
	}
}

func (p *printer) loop(e *Loop) {
	p.put("loop ")
	p.pat(e.Pat)
	p.put(" = ")
	p.exp(e.Init)
	switch f := e.Form.(type) {
	case *ForLess:
		p.put(" for ", f.Var.Name, " < ")
		p.exp(f.Bound)
	case *ForIn:
		p.put(" for ")
		p.pat(f.Pat)
		p.put(" in ")
		p.exp(f.Exp)
	case *While:
		p.put(" while ")
		p.exp(f.Cond)
	}
	p.put(" do ")
	p.exp(e.Body)
}

// charText is a character literal.
func charText(c rune) string {
	if c >= ' ' && c <= '~' && c != '\'' && c != '\\' {
		return fmt.Sprintf("'%c'", c)
	}
	return fmt.Sprintf(`'\%d'`, c)
}
