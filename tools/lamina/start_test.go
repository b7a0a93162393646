package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// initialised is a line that Go's runtime prints of the initialisation of a package.
var initialised = regexp.MustCompile(`(?m)^init github\.com/lamina-lang/lamina/(\S+) @.* ([0-9]+) bytes, [0-9]+ allocs$`)

// TestPackagesDoNothingAtStart holds every package to what each start of the command can
// afford before it knows its verb: tables and registrations. Templates, grammars and tables that are
// computed wait for their first user.
func TestPackagesDoNothingAtStart(t *testing.T) {
	const most = 64 << 10
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("running no test: %v\n%s", err, out)
	}
	lines := initialised.FindAllSubmatch(out, -1)
	if len(lines) < 20 {
		t.Fatalf("Go's runtime told of %d packages only:\n%s", len(lines), out)
	}
	for _, line := range lines {
		if bytes, err := strconv.Atoi(string(line[2])); err != nil || bytes > most {
			t.Errorf("package %s allocates %s bytes when it is initialised; %d are the most", line[1], line[2], most)
		}
	}
}
