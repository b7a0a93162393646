package verb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"text/tabwriter"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/tools/lamina/internal/nameless"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// WriteFile makes fill write a file that appears only when it is complete. Anything other
// than a regular file, such as a device or a pipe, is written in place, and a link stays a
// link.
func WriteFile(file string, fill func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	write := replaceFile
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		write = writeInPlace
	}
	if err := write(file, fill); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return nil
}

// Save is writeFile; - is standard output.
func (t *Tool) Save(file string, fill func(io.Writer) error) error {
	switch {
	case file != programs.Stdin:
		return WriteFile(file, fill)
	case t.paper != nil:
		return fill(t.paper)
	}
	return fill(t.Out)
}

// Reserve is writable for files that hold what a command does not print without them. If one is -, it is on standard
// output, and what the command prints anyway on standard error.
func (t *Tool) Reserve(files ...string) error {
	named := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return file == programs.Stdin })
	switch len(files) - len(named) {
	case 0:
	case 1:
		if t.paper == nil {
			t.paper, t.Out = t.Out, t.Err
		}
	default:
		return Usagef("two files called - are one standard output: name a file for one of them")
	}
	return Writable(named...)
}

// Writable fails if writeFile would fail for one of the files, before their contents are
// computed. "" is not a file.
func Writable(files ...string) error {
	for _, file := range files {
		info, err := os.Stat(file)
		switch {
		case file == "":
			continue
		case err == nil && info.IsDir():
			return fmt.Errorf("writing %s: it is a folder; give the name of a file", file)
		case err == nil && !info.Mode().IsRegular():
			continue // opening a pipe would wait for its reader
		}
		if target, err := filepath.EvalSymlinks(file); err == nil {
			file = target
		}
		tmp, err := besides(file)
		if err != nil {
			return fmt.Errorf("writing %s: %w", file, err)
		}
		if err := errors.Join(tmp.Close(), os.Remove(tmp.Name())); err != nil {
			return fmt.Errorf("writing %s: %w", file, err)
		}
	}
	return nil
}

// besides creates a temporary file in the folder of the named one, which it will replace.
func besides(file string) (*os.File, error) {
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, path.Err // without the temporary file's name, which would not help anybody
	}
	return tmp, err
}

// Results is the writer for a command's output. It keeps the first error for callers that
// do not check for errors, so that lost output is not reported as success.
type Results struct {
	To     io.Writer
	Err    error
	Closed func() // called when nobody reads any more, so that the command ends and cleans up
}

func (r *Results) Write(b []byte) (int, error) {
	n, err := r.To.Write(b)
	if r.Err == nil {
		r.Err = err
	}
	if errors.Is(err, syscall.EPIPE) && r.Closed != nil {
		r.Closed()
	}
	return n, err
}

// Until is a writer that fails once its context is done.
type Until struct {
	Ctx context.Context
	To  io.Writer
}

func (u Until) Write(b []byte) (int, error) {
	if err := u.Ctx.Err(); err != nil {
		return 0, err
	}
	return u.To.Write(b)
}

// replaceFile fills a file without a name, where the system has such files: of a command that
// is killed nothing is left. Its temporary name is that of a complete file.
func replaceFile(file string, fill func(io.Writer) error) (err error) {
	tmp, name := nameless.Create(file)
	if tmp == nil {
		if tmp, err = besides(file); err != nil {
			return err
		}
		name = func() (string, error) { return tmp.Name(), nil }
	}
	defer tmp.Close()
	if err := errors.Join(fillBuffered(tmp, fill), tmp.Chmod(0o666&^umask())); err != nil {
		return errors.Join(err, discard(tmp))
	}
	named, err := name()
	if err == nil {
		err = errors.Join(tmp.Close(), os.Rename(named, file))
	}
	if err != nil {
		return errors.Join(err, discard(tmp))
	}
	return nil
}

// discard removes the temporary file, if it has a name.
func discard(tmp *os.File) error {
	if err := os.Remove(tmp.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// umask returns the process's file mode mask, which can only be read by setting it.
func umask() fs.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return fs.FileMode(m)
}

func writeInPlace(file string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(fillBuffered(f, fill), f.Close())
}

func fillBuffered(w io.Writer, fill func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := fill(b); err != nil {
		return err
	}
	return b.Flush()
}

// PrintProfile prints a table of compile times and run times.
func PrintProfile(w io.Writer, passes pass.Report, run *backend.Report) {
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	defer tab.Flush()
	for _, t := range passes.Times {
		fmt.Fprintf(tab, "pass\t%s\t%v\n", t.Step, t.Time)
	}
	if run == nil {
		return
	}
	for _, k := range run.Kernels {
		fmt.Fprintf(tab, "kernel\t%s\t%v\t%d launches\n", k.Label, k.Total, k.Count)
	}
	fmt.Fprintf(tab, "run\ttotal\t%v\n", run.Total)
	fmt.Fprintf(tab, "copied\tin\t%d bytes\n", run.CopiedIn)
	fmt.Fprintf(tab, "copied\tout\t%d bytes\n", run.CopiedOut)
	for _, s := range run.Spaces {
		space := string(s.Space)
		if space == "" {
			space = "default"
		}
		fmt.Fprintf(tab, "memory\t%s\tpeak %d bytes\t%d allocations\n", space, s.Peak, s.Allocations)
	}
}

// WriteLibrary writes the files of a library into a folder. If one of them cannot be written, that
// is found before any is, as a rule.
func WriteLibrary(folder string, files []library.File) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(paths[i]), 0o777); err != nil {
			return fmt.Errorf("writing the library: %w", err)
		}
	}
	if err := Writable(paths...); err != nil {
		return err
	}
	for i, f := range files {
		err := WriteFile(paths[i], func(w io.Writer) error {
			_, err := w.Write(f.Text)
			return err
		})
		if err == nil && f.Executable {
			err = os.Chmod(paths[i], 0o777&^umask())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
