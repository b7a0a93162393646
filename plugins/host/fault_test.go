package host

import "testing"

// What a panic's stack says of its place, as Go, Rust and Python write it.
func TestPlaceOfAPanic(t *testing.T) {
	const reported = "goroutine 7 [running]:\nruntime/debug.Stack()\n\t/go/src/runtime/debug/stack.go:26 +0x5e\n" +
		"pass.runPass.func1()\n\t/lamina/core/pass/manager.go:216 +0x68\n"
	for name, c := range map[string]struct{ stack, want string }{
		"panic": {reported + "panic({0x1, 0x2})\n\t/go/src/runtime/panic.go:859 +0x132\nmain.rule(0x1)\n\t/home/me/halve/main.go:20 +0x1d\nmain.main()\n\t/home/me/halve/main.go:30 +0x1\n",
			"/home/me/halve/main.go:20"},
		"of the runtime": {reported + "panic({0x1, 0x2})\n\t/go/src/runtime/panic.go:859 +0x132\nruntime.goPanicIndex(0x1, 0x2)\n\t/go/src/runtime/panic.go:115 +0x7\nmain.rule(0x1)\n\tmy folder/main.go:21 +0x1d\n",
			"my folder/main.go:21"},
		"within a panic": {reported + "panic({0x1, 0x2})\n\t/go/src/runtime/panic.go:859 +0x132\nmain.again()\n\t/a.go:1 +0x1\npanic({0x1, 0x2})\n\t/go/src/runtime/panic.go:859 +0x132\nmain.first()\n\t/a.go:2 +0x1\n",
			"/a.go:2"},
		"Python": {"Traceback (most recent call last):\n  File \"plugin.py\", line 4, in Run\n    f()\n  File \"rules.py\", line 12, in f\nZeroDivisionError: division by zero\n",
			"rules.py:12"},
		"Rust": {"   0: rust_begin_unwind\n             at /rustc/59807616e1/library/std/src/panicking.rs:698:5\n   1: double\n             at ./src/main.rs:14:9\n   2: main\n             at ./src/main.rs:40:5\n",
			"./src/main.rs:14"},
		"escape sequences": {"panic({0x1, 0x2})\n\t/p.go:1 +0x1\nf()\n\t/\x1b[2J.go:3 +0x1\n", `/\x1b[2J.go:3`},
		"none":             {"no stack at all", ""},
		"cut":              {"panic(", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := placeOf(c.stack); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
