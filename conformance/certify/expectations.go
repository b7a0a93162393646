package certify

import "github.com/lamina-lang/lamina/driver"

// noRoom is why PoCL's CPU device (cpu-… or pthread-…, depending on its version) is not
// asked for much memory.
const noRoom = "PoCL gives a program a part of the machine's memory, which may be less"

// Known holds the exceptions of this module's backends.
var Known = map[string]Expectations{
	"wasm": {
		Unsupported: []Exception{
			{Needs: "work-groups", Reason: "passes give it parallel loops; work-groups are for GPUs"},
			{Needs: "4GiB", Reason: "wasm addresses 4 GiB"},
		},
	},
	"c": {
		Unsupported: []Exception{
			{Needs: "work-groups", Reason: "passes give it parallel loops; work-groups are for GPUs"},
			{Needs: "4GiB", Reason: "a program has the machine's memory, which may be less"},
		},
	},
	"opencl": {
		Unsupported: []Exception{
			{Needs: "atomics64", Reason: "OpenCL 1.2 has no atomic operations on 64 bits but as an extension"},
			{Needs: "4GiB", Device: "opencl:*:* cpu-*", Reason: noRoom},
			{Needs: "4GiB", Device: "opencl:*:* pthread-*", Reason: noRoom},
		},
	},
	driver.Interpreter: {
		Unsupported: []Exception{
			{Needs: "large", Reason: "the interpreters would take minutes"},
			{Cases: "concurrency/cancel-*", Device: "level imp", Reason: "see concurrency/cancel-* at level soac: the interpreters share how they are cancelled"},
		},
	},
}
