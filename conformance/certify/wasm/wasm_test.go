// Package wasm certifies the embedded backend. The suites that are made of test blocks are left to
// TestPrograms of package conformance, which runs them on the same backend.
package wasm

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
)

func TestMain(m *testing.M) { certifytest.Main(m, wasm.New()) }

func TestConformance(t *testing.T) {
	certifytest.Test(t, certify.Known["wasm"], "language", "regressions", "zoo")
}
