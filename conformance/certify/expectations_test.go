package certify

import (
	"testing"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// Exceptions for a device match the names that backends give to devices.
func TestExceptionsOfDevices(t *testing.T) {
	huge := &suite.Case{Suite: "sizes", Name: "huge", Needs: []string{"4GiB"}}
	known := Known["opencl"]
	for device, want := range map[string]Status{
		"opencl:0:0 pthread-haswell-AMD EPYC":  Unsupported,
		"opencl:1:0 cpu-haswell-Intel(R) Xeon": Unsupported,
		"opencl:0:1 NVIDIA H200":               Passed,
	} {
		if got, _ := known.of(huge, device); got != want {
			t.Errorf("of %s, %s is expected, want %s", device, got, want)
		}
	}
	cancel := &suite.Case{Suite: "concurrency", Name: "cancel-early"}
	interpreters := Known["interp"]
	for _, d := range interpreterDevices() {
		if got, _ := interpreters.of(cancel, d.Name); (got == Unsupported) != (d.ID == "imp") {
			t.Errorf("of %s, %s is expected", d.Name, got)
		}
	}
}
