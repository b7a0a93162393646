package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/plugins/host/sandbox"
	"github.com/lamina-lang/lamina/tools/lamina/internal/bundled"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lamina": func() {
			os.Exit(Main(context.Background(), os.Args[1:], verb.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Self: self()}))
		},
		"test-plugin":  servePlugin,
		"halve-plugin": serveHalve,
		"lamina-process": func() {
			code := Process("")
			if err := writePeak(); err != nil {
				panic(err)
			}
			os.Exit(code)
		},
		"lamina-busy": func() { os.Exit(Process("", busy{wasm.New()})) },
	})
}

// peakFile is the variable with the file to which lamina-process writes its peak memory.
const peakFile = "LAMINA_PEAK_FILE"

// writePeak writes the most memory that this process has had. What the kernel tells who waits for the
// process includes what its parent had when it started it.
func writePeak() error {
	file := os.Getenv(peakFile)
	if file == "" {
		return nil
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	peak := regexp.MustCompile(`(?m)^VmHWM:\s*(\d+) kB$`).FindSubmatch(status)
	if peak == nil {
		return fmt.Errorf("no VmHWM in %s", status)
	}
	return os.WriteFile(file, peak[1], 0o666)
}

// readPeak reads what writePeak has written, in MiB.
func readPeak(file string) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	kB, err := strconv.Atoi(string(text))
	return kB >> 10, err
}

// TestScript runs the scripts in testdata. Besides testscript's own commands they have
// `exits CODE COMMAND…`, which demands the exit code, `lines` and `longprogram`
// (reduce_test.go), and the variable EXAMPLES, the folder of the repository's examples.
func TestScript(t *testing.T) {
	examples, err := examplesDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			switch name {
			case "bundled": // the wasm modules are built in
				return len(bundled.Memory) > 0, nil
			case "root": // may give files to other users
				return os.Geteuid() == 0, nil
			case "opencl": // there is an executable with the backend, and PoCL's device
				return os.Getenv("LAMINA_OPENCL") != "", nil
			case "npm": // packages may be fetched from npm
				return os.Getenv("LAMINA_NPM") != "", nil
			case "sandbox": // processes can be kept from files and the network
				return sandbox.Supported() == nil, nil
			}
			return false, fmt.Errorf("there is no condition %q", name)
		},
		UpdateScripts: os.Getenv("LAMINA_UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			if other := os.Getenv("LAMINA_OPENCL"); other != "" {
				e.Setenv("LAMINA_BACKENDS", filepath.Dir(other))
			}
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".config"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "lines": lines, "longprogram": longProgram},
	})
}

// exits runs a command and compares its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var code interface{ ExitCode() int }
		if !errors.As(err, &code) {
			ts.Fatalf("running %s: %v", args[1], err)
		}
		got = code.ExitCode()
	}
	if got != want {
		ts.Fatalf("%v exited with %d, want %d", args[1:], got, want)
	}
}

// examplesDir returns the folder of examples in the repository that contains this package.
func examplesDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir != filepath.Dir(dir) {
		if d := filepath.Join(dir, "examples"); isDir(d) {
			return d, nil
		}
		dir = filepath.Dir(dir)
	}
	return "", fmt.Errorf("no folder above holds the examples")
}

func isDir(d string) bool {
	info, err := os.Stat(d)
	return err == nil && info.IsDir()
}

// self returns this executable: started as lamina, it is the command.
func self() string {
	file, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return file
}
