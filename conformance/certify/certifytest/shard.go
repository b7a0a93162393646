package certifytest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// Bazel's variables for the shards of a test.
const (
	shards     = "TEST_TOTAL_SHARDS"
	shardIndex = "TEST_SHARD_INDEX" // from 0
	shardFile  = "TEST_SHARD_STATUS_FILE"
)

// shardVariable names the shard of the cases that a test binary runs, as I/N with I from 1.
const shardVariable = "LAMINA_CONFORMANCE_SHARD"

// asShard runs the test binary once more, as a shard of the cases, and returns its exit code.
// With Bazel's variables the main function that rules_go generates would deal out the tests of
// the package to the shards: its only test would run in the first shard, and the other shards'
// cases would not run at all.
func asShard() (code int, err error) {
	n, err := strconv.Atoi(os.Getenv(shards))
	if err != nil {
		return 1, fmt.Errorf("%s: %w", shards, err)
	}
	i, err := strconv.Atoi(os.Getenv(shardIndex))
	if err != nil {
		return 1, fmt.Errorf("%s: %w", shardIndex, err)
	}
	if file := os.Getenv(shardFile); file != "" { // tells Bazel that the test knows of shards
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			return 1, err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return 1, err
	}
	c := exec.Command(self, os.Args[1:]...)
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return name == shards || name == shardIndex || name == shardFile
	})
	c.Env = append(c.Env, fmt.Sprintf("%s=%d/%d", shardVariable, i+1, n))
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

// inShard returns the cases that this process runs.
func inShard(t *testing.T, cases []*suite.Case) []*suite.Case {
	text := os.Getenv(shardVariable)
	if text == "" {
		return cases
	}
	var i, n int
	if _, err := fmt.Sscanf(text, "%d/%d", &i, &n); err != nil || i < 1 || i > n {
		t.Fatalf("%s is %q, which is not I/N with I from 1 to N", shardVariable, text)
	}
	return certify.Shard(cases, i, n)
}
