package fcl_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/frontends/fcl"
	"github.com/lamina-lang/lamina/frontends/frontendtest"
)

var frontEnd = frontendtest.FrontEnd{
	Suffix: ".fcl",
	Compile: func(ctx context.Context, name string, text []byte) (fmt.Stringer, error) {
		return fcl.Compile(ctx, name, text, fcl.Options{})
	},
	Stages: fcl.Stages,
	Stage:  fcl.Stage,
}

func TestGolden(t *testing.T)        { frontEnd.Golden(t) }
func TestWrongPrograms(t *testing.T) { frontEnd.Wrong(t, "testdata/wrong.txtar", 40) }
