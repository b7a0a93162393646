package certify

import "github.com/lamina-lang/lamina/driver"

// Known are the exceptions of the backends of this module.
var Known = map[string]Expectations{
	"wasm": {
		Unsupported: []Exception{
			{Needs: "work-groups", Reason: "passes give it parallel loops; work-groups are for GPUs"},
		},
	},
	"opencl": {
		Unsupported: []Exception{
			{Needs: "atomics64", Reason: "OpenCL 1.2 has no atomic operations on 64 bits but as an extension"},
		},
	},
	driver.Interpreter: {
		Unsupported: []Exception{
			{Needs: "large", Reason: "the interpreters would take minutes"},
			{Cases: "concurrency/cancel-*", Device: "level imp", Reason: "see concurrency/cancel-* at level soac: the interpreters share how they are cancelled"},
		},
	},
}
