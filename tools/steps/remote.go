package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// bazelRemote certifies the embedded backend by Bazel's remote execution, on a server that it
// starts here, whose second worker alone has the properties of one with a GPU. Every case must
// have run, in some shard, and the tests that need a GPU on that worker only; here they are
// skipped.
func bazelRemote(r *runner) error {
	if err := build(r); err != nil {
		return err
	}
	if err := r.command(noCgo, "go", "build", "-C", "tools/remote-execution", "-o", "../../bin/remote-execution", "."); err != nil {
		return err
	}
	server := r.prepare(nil, "bin/remote-execution", "--worker", "OSFamily=Linux", "--worker", "OSFamily=Linux,Pool=gpu")
	log, err := server.StderrPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(log)
	lines.Scan()
	address, listening := strings.CutPrefix(lines.Text(), "listening on ")
	tested := make(chan error, 1)
	go func() { tested <- onGPUWorkers(lines) }()
	if !listening {
		err = fmt.Errorf("the server says %q", lines.Text())
	} else {
		err = r.command(nil, bazelCommand, remoteTest(address)...)
	}
	_ = server.Process.Signal(syscall.SIGTERM) // it may be gone
	err = errors.Join(err, <-tested, server.Wait())
	if err != nil {
		return err
	}
	return r.everyCaseRan()
}

// remoteTest is Bazel's command line for it.
func remoteTest(address string) []string {
	return slices.Concat([]string{"test"}, bazelQuiet, []string{"--config=remote-tests", "--remote_executor=grpc://" + address,
		"--nocache_test_results", "--test_env=GO_TEST_WRAP_TESTV=1",
		"//conformance/certify/wasm:wasm_test", "//conformance/certify/cuda:cuda_test"})
}

// onGPUWorkers reads the server's log to its end. Tests for GPUs must be on a worker for them.
func onGPUWorkers(log *bufio.Scanner) error {
	shards := 0
	for log.Scan() {
		if !strings.Contains(log.Text(), "/cuda_test") {
			continue
		}
		shards++
		if !strings.Contains(log.Text(), "Pool=gpu") {
			return fmt.Errorf("a test for GPUs ran elsewhere: %s", log.Text())
		}
	}
	if shards == 0 {
		return errors.New("the server got no test for GPUs")
	}
	return log.Err()
}

// remoteCase is a case in Bazel's reports: a test, its suite and the case.
var remoteCase = regexp.MustCompile(`<testcase [^>]*name="TestConformance/[^"/]+/[^"]+"`)

// everyCaseRan compares the number of cases in the reports of the shards with that of the suite,
// less the test blocks, which //conformance/certify/wasm leaves to another test.
func (r *runner) everyCaseRan() error {
	list, err := r.output("bin/lamina", "conformance", "--list", "--suite", "device,numerics,sizes,layouts,atomics,kernels,errors,memory,concurrency")
	if err != nil {
		return err
	}
	reports, err := filepath.Glob("bazel-testlogs/conformance/certify/wasm/wasm_test/shard_*_of_*/test.xml")
	if err != nil {
		return err
	}
	ran := 0
	for _, report := range reports {
		text, err := os.ReadFile(report)
		if err != nil {
			return err
		}
		ran += len(remoteCase.FindAll(text, -1))
	}
	if want := len(strings.Split(list, "\n")); ran != want {
		return fmt.Errorf("%d cases ran in %d shards, and the suite has %d", ran, len(reports), want)
	}
	r.result = fmt.Sprintf("%d cases in %d shards", ran, len(reports))
	return nil
}
