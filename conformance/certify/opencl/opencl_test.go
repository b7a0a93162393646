// Package opencl certifies the OpenCL backend. Its test is skipped, with the reason, in a
// build without OpenCL (tools/build-opencl shows the tag and the flags).
package opencl

import (
	"testing"

	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
)

func TestMain(m *testing.M) { certifytest.Main(m, opencl.New()) }

func TestConformance(t *testing.T) { certifytest.Test(t, certify.Known["opencl"]) }
