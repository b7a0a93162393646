// Package interp certifies the reference interpreters. The suites that are made of test blocks are left
// to TestPrograms of package conformance, which runs them on the interpreter of each level.
package interp

import (
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
	"github.com/lamina-lang/lamina/driver"
)

func TestMain(m *testing.M) { certifytest.MainOfInterpreters(m) }

func TestConformance(t *testing.T) {
	certifytest.Test(t, certify.Known[driver.Interpreter], "language", "regressions", "zoo")
}
