// Package cuda certifies the CUDA backend. Its test is skipped, with the reason, in a build
// without CUDA.
package cuda

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
)

func TestMain(m *testing.M) { certifytest.Main(m, cuda.New()) }

func TestConformance(t *testing.T) { certifytest.Test(t, certify.Known["cuda"]) }
