// Package starved tells processes that take long because a machine has other work from those that take long by themselves.
package starved

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Most is how many times its limit a process may take in all, however little of a processor
// it gets.
const Most = 10

// samples is how often a process is looked at, a hundredth of a second apart, to see whether it
// waits for a processor.
const samples = 20

// Usage tells the processor time that a process has taken, and whether it runs or waits for a
// processor now.
type Usage func() (spent time.Duration, runs bool)

// Now reports whether a process that is late has taken less than its limit of processor time,
// and would go on if it had a processor: on a machine that others load, too, that is no fault of
// what it runs. One that sleeps, as for a device, is not starved. Where the system does not tell,
// no process is.
func Now(use Usage, limit time.Duration) bool {
	ready := 0
	for range samples {
		spent, runs := use()
		if spent >= limit {
			return false
		}
		if runs {
			ready++
		}
		time.Sleep(10 * time.Millisecond)
	}
	return ready > samples/2
}

// Use returns the processor time of a process and of its descendants, and whether a thread
// of theirs runs or waits for a processor.
func Use(pid int) (spent time.Duration, runs bool) {
	folder := fmt.Sprintf("/proc/%d", pid)
	_, spent = statOf(folder)
	threads, _ := filepath.Glob(folder + "/task/*") // the pattern is right
	for _, thread := range threads {
		state, _ := statOf(thread)
		runs = runs || state == 'R'
		children, _ := os.ReadFile(thread + "/children") // not on every system
		for _, child := range bytes.Fields(children) {
			if n, err := strconv.Atoi(string(child)); err == nil {
				more, moves := Use(n)
				spent, runs = spent+more, runs || moves
			}
		}
	}
	return spent, runs
}

// statOf returns the state and the processor time of a process or thread, of a folder in /proc; zeros
// if it is gone.
func statOf(folder string) (state byte, spent time.Duration) {
	text, _ := os.ReadFile(folder + "/stat")
	_, after, _ := bytes.Cut(text, []byte(") ")) // after the name
	fields := bytes.Fields(after)
	if len(fields) < 15 {
		return 0, 0
	}
	ticks := 0
	for _, f := range fields[11:15] { // utime, stime, and those of children that ended: hundredths of a second
		n, _ := strconv.Atoi(string(f))
		ticks += n
	}
	return fields[0][0], time.Duration(ticks) * 10 * time.Millisecond
}
