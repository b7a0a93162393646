package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lamina-lang/lamina/backends/backend"
)

// Backends that need cgo are linked into executables of their own: lamina-NAME is
// lamina with that backend. A command that names such a backend is run by it, in a
// process whose crash is an error here.

// external are the backends that have an executable of their own.
var external = []string{"opencl", "cuda"}

// backendsVariable names folders to look for executables in.
const backendsVariable = "LAMINA_BACKENDS"

// executableOf finds the executable of a backend: beside this one, in the folders
// that LAMINA_BACKENDS names, or on PATH.
func executableOf(name string) (string, error) {
	file := "lamina-" + name
	var folders []string
	if self, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(self))
	}
	folders = append(folders, filepath.SplitList(os.Getenv(backendsVariable))...)
	for _, dir := range folders {
		if path, err := exec.LookPath(filepath.Join(dir, file)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(file); err == nil {
		return path, nil
	}
	return "", &backend.UnavailableError{Backend: name, Reason: fmt.Sprintf(
		"there is no executable %s beside lamina, in a folder that %s names, or on PATH; tools/build-%s builds it", file, backendsVariable, name)}
}

// elsewhere is the backend that the flags of a command name and that is not linked
// in here, or "".
func (t *tool) elsewhere(flags *pflag.FlagSet) (string, error) {
	var found []string
	for _, name := range backendsNamed(flags) {
		_, err := t.Backends.Lookup(name)
		if err != nil && slices.Contains(external, name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", usagef("%s have an executable each: name one of them at a time", strings.Join(found, " and "))
}

// knownBackend fails if no backend of this executable has that name; the error lists
// those of others, too.
func (t *tool) knownBackend(name string) error {
	if err := t.KnownBackend(name); err != nil {
		return fmt.Errorf("%w; in executables of their own: %s", err, strings.Join(external, ", "))
	}
	return nil
}

// backendsNamed lists the backends that --backend or --device names.
func backendsNamed(flags *pflag.FlagSet) []string {
	var names []string
	if f := flags.Lookup("backend"); f != nil {
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

// delegate replaces what a command does by running it in another executable, if
// it names a backend that is linked in there, and reports whether it does.
func (t *tool) delegate(c *cobra.Command, args []string) (bool, error) {
	name, err := t.elsewhere(c.Flags())
	if err != nil || name == "" {
		return false, err
	}
	c.RunE = func(*cobra.Command, []string) error { return t.runElsewhere(c.Context(), name, t.args) }
	return true, nil
}

// runElsewhere runs the executable of a backend on this process's streams.
func (t *tool) runElsewhere(ctx context.Context, name string, args []string) error {
	path, err := executableOf(name)
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, path, args...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.Stdin, c.Stdout, c.Stderr = t.In, t.stdout, t.Err
	err = c.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return errReported
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return exitCode(exit.ExitCode())
	case errors.As(err, &exit):
		return fmt.Errorf("backend %s: %s crashed: %s; the driver of the device may be at fault, `lamina backends` names it", name, path, exit)
	}
	return fmt.Errorf("backend %s: running %s: %w", name, path, err)
}

// exitCode ends a command with that code; all messages are out already.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// chooseDevice takes the value of --device apart: the backend and its own name of
// the device.
func chooseDevice(backend *string, device string) (string, error) {
	name, rest, _ := strings.Cut(device, ":")
	switch {
	case device == "":
		return "", nil
	case *backend == "":
		*backend = name
	case *backend != name:
		return "", usagef("--device %s is a device of backend %s, not of %s", device, name, *backend)
	}
	return rest, nil
}

// listExternal lists the backends that have executables of their own, as those
// tell.
func (t *tool) listExternal(ctx context.Context) error {
	for _, name := range external {
		if _, err := t.Backends.Lookup(name); err == nil {
			continue
		}
		_, err := executableOf(name)
		if err == nil {
			err = t.runElsewhere(ctx, name, []string{"backends", "--only", name})
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

// registerDevice declares --device.
func registerDevice(c *cobra.Command, device *string) {
	c.Flags().StringVar(device, "device", "", "the `device`, as in opencl:0:0 or opencl:nvidia; lamina backends lists them")
}
