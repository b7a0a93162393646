// Package launch has the flags that spread a run over machines, and what they stand for.
package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lamina-lang/lamina/conformance/cluster"
)

// Flags are the flags.
type Flags struct {
	Shards, Attempts int // as for cluster.Config

	set             *pflag.FlagSet
	launcher        string
	kinds           []string
	partition, gres string
	sbatch          []string
	work            string
	remote          string
}

// bySlurm is the launcher that is known by name; others are commands.
const bySlurm = "slurm"

// Register adds the flags to a command's.
func (f *Flags) Register(set *pflag.FlagSet) {
	f.set = set
	set.StringVar(&f.launcher, "launcher", "", "spread the cases over machines: slurm, or a `COMMAND` that runs the command which follows it on a node, as in 'ssh node{shard}'; docs/clusters.md")
	set.IntVar(&f.Shards, "shards", 4, "with --launcher: the number of workers that share the cases of a backend")
	set.StringArrayVar(&f.kinds, "kind", nil, "with --launcher: a kind of nodes and its options, `NAME: OPTIONS`, as in 'h100: --gres=gpu:h100:1'; every backend is run on each; may be given again")
	set.StringVar(&f.partition, "partition", "", "with --launcher slurm: the partition, as for sbatch")
	set.StringVar(&f.gres, "gres", "", "with --launcher slurm: generic resources of each worker, as for sbatch: gpu:1")
	set.StringArrayVar(&f.sbatch, "sbatch", nil, "with --launcher slurm: a further `option` of sbatch, as in --sbatch=--time=2:00:00; may be given again")
	set.StringVar(&f.work, "work", "", "with --launcher: a `folder` for results, where a run that was ended is continued; with slurm all nodes see it (default with slurm: a new one in the working folder, removed at the end)")
	set.StringVar(&f.remote, "remote", "", "with --launcher: the `file` of the lamina command on the nodes (default: that of this one)")
	set.IntVar(&f.Attempts, "attempts", 3, "with --launcher: the number of workers that may be lost one after the other, without a result, before their shard is given up")
}

// Given reports whether the run is to be spread.
func (f *Flags) Given() bool { return f.launcher != "" }

// Check refuses flags that do not fit together: a mistake in the command line.
func (f *Flags) Check() error {
	changed := f.set.Changed
	if f.launcher == "" {
		for _, only := range []string{"shards", "kind", "partition", "gres", "sbatch", "work", "remote", "attempts"} {
			if changed(only) {
				return fmt.Errorf("--%s is about runs on several machines: say how to start workers there with --launcher", only)
			}
		}
		return nil
	}
	switch {
	case strings.TrimSpace(f.launcher) == "":
		return fmt.Errorf("--launcher takes slurm or a command, not %q", f.launcher)
	case f.Shards < 1:
		return fmt.Errorf("--shards takes a number of workers, not %d", f.Shards)
	case f.Attempts < 1:
		return fmt.Errorf("--attempts takes a number of workers, not %d", f.Attempts)
	}
	for _, only := range []string{"partition", "gres", "sbatch"} {
		if f.launcher != bySlurm && changed(only) {
			return fmt.Errorf("--%s is an option of --launcher slurm", only)
		}
	}
	_, err := f.Kinds()
	return err
}

// Kinds returns the kinds of nodes that --kind names, or one without a name.
func (f *Flags) Kinds() ([]cluster.Kind, error) {
	if len(f.kinds) == 0 {
		return []cluster.Kind{{}}, nil
	}
	var out []cluster.Kind
	for _, k := range f.kinds {
		name, options, ok := strings.Cut(k, ":")
		if !ok || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") != "" || name == "" {
			return nil, fmt.Errorf("--kind takes NAME: OPTIONS, with letters, digits, dots, - and _ in the name, as in 'h100: --gres=gpu:h100:1', not %q", k)
		}
		if slices.ContainsFunc(out, func(other cluster.Kind) bool { return other.Name == name }) {
			return nil, fmt.Errorf("--kind %s is given twice", name)
		}
		out = append(out, cluster.Kind{Name: name, Options: strings.Fields(options)})
	}
	return out, nil
}

// Folder returns the folder for results, which exists, or "" if there is to be none, and what is
// to be done at the end.
func (f *Flags) Folder() (path string, done func(), err error) {
	switch {
	case f.work != "":
		if path, err = filepath.Abs(f.work); err == nil {
			err = os.MkdirAll(path, 0o777)
		}
	case f.launcher == bySlurm:
		if path, err = filepath.Abs("."); err == nil {
			path, err = os.MkdirTemp(path, "lamina-conformance-")
		}
	}
	if err != nil {
		return "", nil, fmt.Errorf("making a folder for results, which --work names: %w", err)
	}
	return path, func() {
		if f.work == "" && path != "" {
			_ = os.RemoveAll(path) // workers that are being cancelled may still write to it
		}
	}, nil
}

// Launcher returns the launcher, which starts workers by a verb of the lamina command. Work is
// the folder for results.
func (f *Flags) Launcher(work, verb string) (cluster.Launcher, error) {
	lamina := f.remote
	if lamina == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		lamina = self
	}
	worker := []string{lamina, verb}
	if f.launcher != bySlurm {
		return &cluster.Command{Words: strings.Fields(f.launcher), Worker: worker}, nil
	}
	options := slices.Clone(f.sbatch)
	if f.partition != "" {
		options = append(options, "--partition="+f.partition)
	}
	if f.gres != "" {
		options = append(options, "--gres="+f.gres)
	}
	return &cluster.Slurm{Dir: work, Worker: worker, Options: options}, nil
}
