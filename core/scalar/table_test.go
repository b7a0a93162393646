package scalar

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

var goodName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func TestTableIsComplete(t *testing.T) {
	names := map[string]Op{}
	for _, op := range Ops() {
		info := op.Info()
		if !goodName.MatchString(info.Name) || info.Doc == "" || info.On == NoTypes || info.Cost < 1 || info.Arity() < 1 || info.Arity() > 3 {
			t.Errorf("operator %d is incompletely defined: %+v", op, info)
		}
		if other, dup := names[info.Name]; dup {
			t.Errorf("operators %d and %d are both named %s", op, other, info.Name)
		}
		names[info.Name] = op
		if got, ok := OpByName(info.Name); !ok || got != op {
			t.Errorf("OpByName does not find %s", info.Name)
		}
		if (info.Commutative || info.Idempotent) && (info.Arity() != 2 || info.Params[0] != info.Params[1]) || info.Associative&^info.On != 0 || info.Partial&^info.On != 0 {
			t.Errorf("%s has properties that do not fit its operands", op)
		}
	}
}

// Every operator gives a well-formed value of the type that it says, on all
// types that it is on, however it is asked.
func TestResultsAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, op := range Ops() {
			for _, ty := range op.Info().On.Types() {
				args := make([]Value, 3)
				for i := range op.Info().Arity() {
					args[i] = drawScalar(t, 1<<op.ParamType(ty, i))
				}
				got, ok := op.Eval(ty, args[:op.Info().Arity()]...)
				if ok != op.Defined(ty, args...) || !op.Info().Partial.Has(ty) && !ok {
					t.Fatalf("%s %s of %v: defined is %v", op, ty, args, ok)
				}
				if !ok {
					continue
				}
				if got.Type != op.ResultType(ty) || got.Bits&^mask(got.Type) != 0 {
					t.Fatalf("%s %s of %v is %#v", op, ty, args, got)
				}
				if again := op.Func(ty)(args[0], args[1], args[2]); again != got {
					t.Fatalf("%s %s of %v is %v by Eval, %v by Func", op, ty, args, got, again)
				}
			}
		}
	})
}

func TestAlgebraicProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, op := range Ops() {
			for _, ty := range op.Info().On.Types() {
				if op.Info().Arity() != 2 || op.Info().Params[1] != Same {
					continue
				}
				f := func(x, y Value) Value { v, _ := op.Eval(ty, x, y); return v }
				x, y, z := drawOperand(t, ty), drawOperand(t, ty), drawOperand(t, ty)
				if op.Info().Commutative && !f(x, y).Same(f(y, x)) {
					t.Fatalf("%s %s does not commute on %v and %v", op, ty, x, y)
				}
				if op.Info().Associative.Has(ty) && !f(f(x, y), z).Same(f(x, f(y, z))) {
					t.Fatalf("%s %s does not associate on %v, %v and %v", op, ty, x, y, z)
				}
				if op.Info().Idempotent && !f(x, x).Same(x) {
					t.Fatalf("%s %s is not idempotent on %v", op, ty, x)
				}
				if e, ok := op.Neutral(ty); ok && !f(e, x).Same(x) {
					t.Fatalf("%s %s: %v is not neutral to %v", op, ty, e, x)
				}
			}
		}
	})
}

// drawOperand draws small numbers often, on which operators meet their special
// cases.
func drawOperand(t *rapid.T, ty Type) Value {
	if rapid.Bool().Draw(t, "small") {
		return Int(ty, rapid.Int64Range(-3, 3).Draw(t, "operand"))
	}
	return drawScalar(t, 1<<ty)
}
