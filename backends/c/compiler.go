package c

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// compiler is a C compiler and how it is called.
type compiler struct {
	command []string // the executable's path, and arguments that CC has
	flags   []string
}

// ownFlags come before those of CFLAGS, which may override them; necessary ones come after.
// The last two of ownFlags change no result: nothing looks at errno or at the flags of
// exceptions.
var (
	ownFlags       = []string{"-std=c11", "-O2", "-w", "-fno-math-errno", "-fno-trapping-math"}
	necessaryFlags = []string{"-ffp-contract=off", "-pthread", "-DLAMINA_PROCESS"}
)

// inexact are flags, or beginnings of flags, with which results would not be the same to the
// bit as those of other backends.
var inexact = []string{
	"-Ofast", "-ffast-math", "-funsafe-math-optimizations", "-fassociative-math", "-freciprocal-math",
	"-ffinite-math-only", "-fno-honor-nans", "-fno-honor-infinities", "-fno-signed-zeros", "-ffp-contract=on", "-ffp-contract=fast",
	"-ffp-model=", "-fsingle-precision-constant", "-mfpmath=387", "-mfpmath=both", "-mfpmath=sse+387", "-mfpmath=sse,387", "-mrecip",
	"-mdaz-ftz", "-fdenormal-fp-math", "-ffp-eval-method", "-fapprox-func",
}

// findCompiler finds the compiler that CC names, or cc, and takes its flags from CFLAGS.
func findCompiler() (*compiler, error) {
	if runtime.GOOS == "windows" {
		return nil, unavailable("it needs POSIX threads and pipes, which this system lacks; use --backend wasm")
	}
	words := strings.Fields(os.Getenv("CC"))
	if len(words) == 0 {
		words = []string{"cc"}
	}
	path, err := exec.LookPath(words[0])
	switch {
	case err != nil && os.Getenv("CC") == "":
		return nil, unavailable("there is no C compiler: install gcc or clang (Debian packages gcc and libc6-dev), or name one by the variable CC")
	case err != nil:
		return nil, unavailable("CC names %q, which cannot be run: %v", words[0], err)
	}
	flags := strings.Fields(os.Getenv("CFLAGS"))
	for _, flag := range flags {
		if slices.ContainsFunc(inexact, func(prefix string) bool { return strings.HasPrefix(flag, prefix) }) {
			return nil, unavailable("CFLAGS contains %s, with which results are no longer those of the other backends, bit by bit: remove it", flag)
		}
	}
	c := &compiler{command: append([]string{path}, words[1:]...)}
	c.flags = slices.Concat(ownFlags, flags, necessaryFlags)
	return c, nil
}

// version is the first line of what the compiler tells about itself.
func (c *compiler) version(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, c.command[0], append(slices.Clone(c.command[1:]), "--version")...).Output()
	if err != nil {
		return "", unavailable("%s --version: %v", strings.Join(c.command, " "), err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}

// identity lists all that the compiler's output depends on besides the text.
func (c *compiler) identity() []string {
	parts := slices.Concat(c.command, []string{"|"}, c.flags, []string{"|", runtime.GOOS, runtime.GOARCH})
	if path, err := filepath.EvalSymlinks(c.command[0]); err == nil {
		if info, err := os.Stat(path); err == nil {
			parts = append(parts, path, fmt.Sprint(info.Size()), info.ModTime().UTC().String())
		}
	}
	if slices.ContainsFunc(c.flags, func(f string) bool { return strings.HasSuffix(f, "=native") }) {
		parts = append(parts, processor())
	}
	return parts
}

// processor describes the CPU, for flags such as -march=native.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "model name") || strings.HasPrefix(line, "flags") || strings.HasPrefix(line, "Features") {
			out = append(out, line)
		}
		if line == "\n" {
			break
		}
	}
	return strings.Join(out, "")
}

// mostMessage bounds how much of a compiler's complaint is shown.
const mostMessage = 4000

// patience is how long a compiler that is asked to end may take.
const patience = time.Second

// compile compiles the text of a program to an executable file. The compiler's own files lie
// beside that.
func (c *compiler) compile(ctx context.Context, source, file string, libraries ...string) error {
	args := slices.Concat(c.command[1:], c.flags, []string{"-o", file, "-x", "c", "-", "-lm"}, libraries)
	command := exec.CommandContext(ctx, c.command[0], args...)
	command.Env = append(os.Environ(), "TMPDIR="+filepath.Dir(file))
	command.WaitDelay = patience
	endTogether(command)
	command.Stdin = strings.NewReader(source)
	var message bytes.Buffer
	command.Stdout, command.Stderr = &message, &message
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text := strings.TrimSpace(message.String())
		if len(text) > mostMessage {
			text = text[:mostMessage] + " …"
		}
		return fmt.Errorf("%s %s: %w\n%s", c.command[0], strings.Join(args, " "), err, text)
	}
	return nil
}
