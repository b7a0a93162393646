//go:build race

package accelerate

import (
	"runtime"
	"sync"
)

// manyGoroutines is how many may be alive before a loop waits for some to end: the race detector takes
// some 8000.
const manyGoroutines = 4000

// independently calls f for every integer from 0 up to, not including, n, each in a goroutine of its own:
// to Go's race detector nothing orders the calls, so that it reports what one writes and another reads or
// writes. If calls panic, so does it, with what the first of them panicked with.
func independently(n int, f func(i int)) {
	panics := make([]any, max(n, 0))
	var calls sync.WaitGroup
	for i := range n {
		if crowded() {
			f(i) // after those that were started so far
			continue
		}
		calls.Add(1)
		go func() {
			defer calls.Done()
			defer func() { panics[i] = recover() }()
			f(i)
		}()
	}
	calls.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}

// crowded waits until there are few goroutines, and reports that there are still many if that takes long:
// they may wait for this one. It must not synchronise with them, which would order the calls.
func crowded() bool {
	for range 1000 {
		if runtime.NumGoroutine() < manyGoroutines {
			return false
		}
		runtime.Gosched()
	}
	return true
}
