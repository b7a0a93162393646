package reuseblocks_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/imp/reuseblocks"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "reuse-blocks") }
