package extractregions_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/classifyregions"
	_ "github.com/lamina-lang/lamina/passes/extractregions"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "extract-regions") }
