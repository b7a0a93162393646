// Package cuda certifies the CUDA backend; it is skipped, with the reason, where the
// build has no CUDA.
package cuda

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
)

func TestMain(m *testing.M) { certifytest.Main(m, cuda.New()) }

func TestConformance(t *testing.T) { certifytest.Test(t, certify.Known["cuda"]) }
