package verb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/librarycmd"
)

// Backends that need cgo are linked into separate executables: lamina-NAME is lamina with
// that backend. Such an executable runs a command that names its backend, so that a crash
// of the process is an error here.

// External lists the backends with separate executables.
var External = []string{"opencl", "cuda"}

// BackendsVariable names the environment variable with folders in which to look for
// executables.
const BackendsVariable = "LAMINA_BACKENDS"

// ownName is the form of names of backends whose executables are looked for.
var ownName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// IsExternal reports whether a backend has a separate executable: one of external, or one
// for which somebody has put an executable where executableOf finds it (package command).
func IsExternal(name string) bool {
	if slices.Contains(External, name) {
		return true
	}
	if !ownName.MatchString(name) || name == driver.Interpreter {
		return false
	}
	_, err := ExecutableOf(name)
	return err == nil
}

// OwnBackends lists the backends whose executables are in the folders of LAMINA_BACKENDS,
// without those of external.
func OwnBackends() []string {
	var out []string
	for _, dir := range filepath.SplitList(os.Getenv(BackendsVariable)) {
		files, err := filepath.Glob(filepath.Join(dir, "lamina-*"))
		if err != nil {
			continue // the folder's name is no pattern
		}
		for _, file := range files {
			name := strings.TrimPrefix(filepath.Base(file), "lamina-")
			if !slices.Contains(out, name) && !slices.Contains(External, name) && IsExternal(name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// ExecutableOf finds the executable of a backend: in this executable's folder, in the
// folders of LAMINA_BACKENDS, or on PATH.
func ExecutableOf(name string) (string, error) {
	file := "lamina-" + name
	var folders []string
	if self, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(self))
	}
	folders = append(folders, filepath.SplitList(os.Getenv(BackendsVariable))...)
	for _, dir := range folders {
		if path, err := exec.LookPath(filepath.Join(dir, file)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(file); err == nil {
		return path, nil
	}
	return "", &backend.UnavailableError{Backend: name, Reason: fmt.Sprintf(
		"there is no executable %s beside lamina, in a folder that %s names, or on PATH; tools/build-%s builds it", file, BackendsVariable, name)}
}

// isThis reports whether this process runs the executable at path: a copy of lamina under the name
// of a backend's executable would start itself without end.
func isThis(path string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	mine, err := os.Stat(self)
	if err != nil {
		return false
	}
	other, err := os.Stat(path)
	return err == nil && os.SameFile(mine, other)
}

// elsewhere returns the backend that a command's flags name and that is not linked into
// this executable, or "".
func (t *Tool) elsewhere(flags *pflag.FlagSet) (string, error) {
	var found []string
	for _, name := range backendsNamed(flags) {
		_, err := t.Backends.Lookup(name)
		if err != nil && IsExternal(name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", Usagef("%s have an executable each: name one of them at a time", strings.Join(found, " and "))
}

// KnownBackend fails if this executable has no backend of that name; the error also lists
// backends with separate executables.
func (t *Tool) KnownBackend(name string) error {
	if err := t.Driver.KnownBackend(name); err != nil {
		return Usagef("%w; in executables of their own: %s", err, strings.Join(append(slices.Clone(External), OwnBackends()...), ", "))
	}
	return nil
}

// backendsNamed returns the backends named by --backend or --device.
func backendsNamed(flags *pflag.FlagSet) []string {
	var names []string
	if f := flags.Lookup("backend"); f != nil && f.Annotations[librarycmd.PrintedOnly] == nil {
		if list, ok := f.Value.(pflag.SliceValue); ok {
			names = list.GetSlice()
		} else {
			names = []string{f.Value.String()}
		}
	}
	if f := flags.Lookup("device"); f != nil && f.Value.String() != "" {
		name, _, _ := strings.Cut(f.Value.String(), ":")
		names = append(names, name)
	}
	return names
}

// Delegate makes the command run in another executable if it names a backend that is linked
// into that one. It reports whether it did.
func (t *Tool) Delegate(c *cobra.Command, args []string) (bool, error) {
	name, err := t.elsewhere(c.Flags())
	if err != nil || name == "" {
		return false, err
	}
	c.RunE = func(*cobra.Command, []string) error { return t.RunElsewhere(c.Context(), name, t.Args) }
	return true, nil
}

// RunElsewhere runs a backend's executable on this process's streams.
func (t *Tool) RunElsewhere(ctx context.Context, name string, args []string) error {
	path, err := ExecutableOf(name)
	if err != nil {
		return err
	}
	if isThis(path) {
		return &backend.UnavailableError{Backend: name, Reason: fmt.Sprintf(
			"%s was built without it; tools/build-%s builds it", path, name)}
	}
	c := exec.CommandContext(ctx, path, args...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.Stdin, c.Stdout, c.Stderr = t.In, t.Stdout, t.Err
	err = c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ErrReported
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return ExitCode(exit.ExitCode())
	case errors.As(err, &exit):
		return fmt.Errorf("backend %s: %s crashed: %s; the driver of the device may be at fault, `lamina backends` names it", name, path, exit)
	}
	return fmt.Errorf("backend %s: running %s: %w", name, path, err)
}

// ExitCode ends a command with that exit code when all messages are already printed.
type ExitCode int

func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// ChooseDevice splits the value of --device into the backend and the backend's own name of
// the device.
func ChooseDevice(backend *string, device string) (string, error) {
	name, rest, _ := strings.Cut(device, ":")
	switch {
	case device == "":
		return "", nil
	case *backend == "":
		*backend = name
	case *backend != name:
		return "", Usagef("--device %s is a device of backend %s, not of %s", device, name, *backend)
	}
	return rest, nil
}

// ListExternal lists the backends with separate executables, by running these.
func (t *Tool) ListExternal(ctx context.Context) error {
	for _, name := range append(slices.Clone(External), OwnBackends()...) {
		if _, err := t.Backends.Lookup(name); err == nil {
			continue
		}
		_, err := ExecutableOf(name)
		if err == nil {
			err = t.RunElsewhere(ctx, name, []string{"backends", "--only", name})
		}
		var unavailable *backend.UnavailableError
		switch {
		case errors.As(err, &unavailable):
			fmt.Fprintf(t.Out, "%s  unavailable: %s\n", name, unavailable.Reason)
		case err != nil:
			fmt.Fprintf(t.Out, "%s  unavailable: %v\n", name, err)
		}
	}
	return nil
}

// RegisterDevice declares --device.
func RegisterDevice(c *cobra.Command, device *string) {
	c.Flags().StringVar(device, "device", "", "the `device`, as in opencl:0:0 or opencl:nvidia; lamina backends lists them")
}

// Reachable lists the backends with executables of their own that are there and not linked in.
func (t *Tool) Reachable() (names []string) {
	for _, name := range append(slices.Clone(External), OwnBackends()...) {
		if _, err := t.Backends.Lookup(name); err == nil {
			continue
		}
		if path, err := ExecutableOf(name); err == nil && !isThis(path) {
			names = append(names, name)
		}
	}
	return names
}

// CompleteDevice completes the name of a device. Where that of a backend is typed already, only that
// Backend looks for devices.
func (t *Tool) CompleteDevice(c *cobra.Command, _ []string, typed string) (names []string, _ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(c.Context(), longestLook)
	defer cancel()
	only, _, one := strings.Cut(typed, ":")
	wanted := func(name string) bool { return !one || name == only }
	for _, b := range t.Backends.Backends() {
		if wanted(b.Name()) {
			names = append(names, devicesOf(ctx, b)...)
		}
	}
	elsewhere := t.Reachable()
	if one && !slices.Contains(elsewhere, only) && IsExternal(only) {
		elsewhere = append(elsewhere, only) // on PATH alone
	}
	for _, name := range elsewhere {
		if wanted(name) {
			names = append(names, devicesElsewhere(ctx, name)...)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// longestLook is how long a shell waits for the names of devices: some drivers take seconds to start.
const longestLook = 5 * time.Second

func devicesOf(ctx context.Context, b backend.Backend) (names []string) {
	devices, err := b.Probe(ctx)
	if err != nil {
		return nil // `lamina backends` tells why
	}
	for _, d := range devices {
		if d.ID != "" {
			names = append(names, b.Name()+":"+d.ID)
		}
	}
	return names
}

// devicesElsewhere asks a backend's executable to complete the names of its devices. Only that backend
// looks there: the executables would ask one another without end.
func devicesElsewhere(ctx context.Context, name string) (names []string) {
	path, err := ExecutableOf(name)
	if err != nil || isThis(path) {
		return nil
	}
	prefix := name + ":"
	c := exec.CommandContext(ctx, path, cobra.ShellCompNoDescRequestCmd, "run", "--device", prefix)
	c.WaitDelay = time.Second
	out, err := c.Output()
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, prefix) {
			names = append(names, line)
		}
	}
	return names
}
