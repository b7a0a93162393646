package elaborate

import (
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// literal is a literal whose value is known when its type is.
type literal struct {
	lit  *phrase.Lit
	text string // without a type
}

// number elaborates a literal. Without a type of its own it takes the one that is wanted: a
// vector's lanes are then all this number.
func (e *elaborator) number(t *syntax.Number) (phrase.Phrase, types.Phrase) {
	text, suffix := t.Text, scalar.Invalid
	for _, s := range types.ScalarNames() {
		if rest, ok := strings.CutSuffix(text, s.String()); ok {
			text, suffix = rest, s
			break
		}
	}
	if strings.TrimLeft(text, "-+.0123456789eE") != "" {
		fail(source.Errorf(t.Pos, "%s is no number", source.Cut(t.Text)).WithHint("a number may end in its type, as in 2f32"))
	}
	var d types.Data = types.Num{Elem: suffix}
	if suffix == scalar.Invalid {
		d = e.data(t.Pos, "number")
		e.numbers[d.(types.DataVar).Name] = !strings.ContainsAny(text, ".eE")
		e.classes = append(e.classes, constraint{d, types.Arith, origin{t.Pos, ofLiteral}})
	}
	lit := &phrase.Lit{Data: d, At: t.Pos}
	e.literals = append(e.literals, literal{lit, text})
	return lit, types.Exp{Data: d}
}

// ofLiteral is what is said of literals that cannot be.
const ofLiteral = "a literal"

// value gives a literal its value.
func (e *elaborator) value(l literal) {
	d := e.solvedData(l.lit.Data)
	if v, ok := d.(types.Vec); ok {
		d = v.Elem
	}
	n, ok := d.(types.Num)
	if !ok {
		fail(source.Errorf(l.lit.At, "a literal has the type of a number, not %s", types.DataText(d, e.show)))
	}
	v, err := parseNumber(n.Elem, l.text)
	if err != nil {
		fail(source.Errorf(l.lit.At, "%s is no %s", source.Cut(l.text), n.Elem))
	}
	l.lit.Value = v
}

func parseNumber(t scalar.Type, text string) (scalar.Value, error) {
	if !t.IsFloat() {
		digits, negative := strings.CutPrefix(text, "-")
		return scalar.ParseInt(t, digits, negative)
	}
	v, err := strconv.ParseFloat(text, t.Bits())
	return scalar.Float(t, v), err
}
