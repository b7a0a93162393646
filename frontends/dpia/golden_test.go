package dpia_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lamina-lang/lamina/frontends/dpia"
	"github.com/lamina-lang/lamina/frontends/frontendtest"
)

var frontEnd = frontendtest.FrontEnd{
	Suffix: ".dpia",
	Compile: func(ctx context.Context, name string, text []byte) (fmt.Stringer, error) {
		return dpia.Compile(ctx, name, text, dpia.Options{})
	},
	Stages:  dpia.Stages,
	Stage:   dpia.Stage,
	Rereads: true,
}

func TestGolden(t *testing.T)        { frontEnd.Golden(t) }
func TestWrongPrograms(t *testing.T) { frontEnd.Wrong(t, "testdata/wrong.txtar", 40) }
