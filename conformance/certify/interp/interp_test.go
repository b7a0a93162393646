// Package interp certifies the reference interpreters.
package interp

import (
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
	"github.com/lamina-lang/lamina/driver"
)

func TestMain(m *testing.M) { certifytest.MainOfInterpreters(m) }

func TestConformance(t *testing.T) { certifytest.Test(t, certify.Known[driver.Interpreter]) }
