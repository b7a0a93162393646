package autodiff

import (
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
)

// constant lists the operators with a float result whose derivative is zero wherever there
// is one, or that take no float.
var constant = map[scalar.Op]bool{
	scalar.Sgn: true, scalar.Floor: true, scalar.Ceil: true, scalar.Round: true, scalar.Trunc: true,
	scalar.FromBits: true,
}

// A new operator on floats has a derivative, or is said to have none. The derivatives
// themselves are compared with differences in conformance/programs/language/derivatives_scalars.fut.
func TestOperatorsOnFloatsHaveDerivatives(t *testing.T) {
	for _, op := range scalar.Ops() {
		isFloat := op.Info().On.Has(scalar.F64) && op.ResultType(scalar.F64).IsFloat()
		switch has := hasDerivative(op); {
		case has && constant[op]:
			t.Errorf("%s has a derivative and is listed as constant", op.Info().Name)
		case isFloat && !has && !constant[op]:
			t.Errorf("%s has no derivative and is not listed as constant", op.Info().Name)
		case has && !isFloat:
			t.Errorf("%s has a derivative, but no float result", op.Info().Name)
		}
	}
}
