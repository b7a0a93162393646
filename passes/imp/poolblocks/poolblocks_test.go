package poolblocks_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/imp/poolblocks"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "pool-blocks") }

func TestStack(t *testing.T) { passtest.Run(t, "testdata/stack", "pool-blocks{stack=16}") }
