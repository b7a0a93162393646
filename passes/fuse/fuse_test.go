package fuse_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/pass/passtest"
	_ "github.com/lamina-lang/lamina/passes/fuse"
)

func TestGolden(t *testing.T) { passtest.Run(t, "testdata", "fuse") }

func TestHistograms(t *testing.T) { passtest.Run(t, "testdata/histograms", "fuse{histograms}") }

func TestDepth(t *testing.T) { passtest.Run(t, "testdata/depth", "fuse{max-depth=1}") }

func TestReductions(t *testing.T) { passtest.Run(t, "testdata/reductions", "fuse{reductions}") }
