package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
)

// writeFile lets fill write a file that appears only when it is complete.
func writeFile(file string, fill func(io.Writer) error) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	w := bufio.NewWriter(tmp)
	if err := fill(w); err != nil {
		tmp.Close()
		return fmt.Errorf("writing %s: %w", file, err)
	}
	if err := w.Flush(); err != nil {
		tmp.Close()
		return fmt.Errorf("writing %s: %w", file, err)
	}
	if err := tmp.Chmod(0o666 &^ umask()); err != nil {
		tmp.Close()
		return fmt.Errorf("writing %s: %w", file, err)
	}
	if err := tmp.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	if err := os.Rename(tmp.Name(), file); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return nil
}

// printProfile tabulates where compile time and run time went.
func printProfile(w io.Writer, passes pass.Report, run *backend.Report) {
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
