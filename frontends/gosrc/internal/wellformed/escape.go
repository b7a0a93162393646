package wellformed

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/escape"
)

// futhark checks a call of accelerate.Futhark. What plain Go does instead is not looked at.
func (c *checker) futhark(k code, e *ast.CallExpr) {
	c.parallel = true
	text, sig := c.program.Futhark(k.Scope, e)
	if sig == nil {
		c.bad(e, "accelerate.Futhark gives functions: %s is no type of functions", k.TypeOf(e))
		return
	}
	tv := k.Pkg.TypesInfo.Types[text]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		c.bad(text, "the text of accelerate.Futhark is a constant")
		return
	}
	_, err := escape.Compile(c.ctx, constant.StringVal(tv.Value), sig)
	var m *escape.Mistake
	switch {
	case err == nil:
	case !errors.As(err, &m):
		c.bad(text, "accelerate.Futhark: %v", err)
	default:
		msg := m.Msg
		at := escape.Position(c.program.Fset, text, m.Line, m.Col)
		if m.Line > 0 && at == c.program.Fset.Position(text.Pos()) {
			msg = fmt.Sprintf("line %d, column %d: %s", m.Line, m.Col, msg)
		}
		c.badAt(text, at, "accelerate.Futhark: %s", msg)
	}
}
