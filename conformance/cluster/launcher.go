package cluster

import (
	"context"
	"fmt"
)

// Kind is a kind of nodes, such as those with one model of GPU.
type Kind struct {
	Name    string   // "" if there is one kind only
	Options []string // arguments for the launcher: of sbatch, or what {options} stands for
}

// Array is a set of workers that start together on one kind of nodes.
type Array struct {
	Kind   Kind
	Name   string   // for people, and for the names of files; unique in a run
	Shards []int    // the number of each worker's shard, from 0
	Inputs [][]byte // what each worker reads on standard input
}

// Events are what a launcher reports; i is an index of Array.Shards. A launcher calls the
// functions of one worker one after the other, those of several at the same time.
type Events struct {
	// Line takes a line that the worker wrote, without its end, and reports whether it is
	// the worker's last.
	Line func(i int, text []byte) (last bool)
	// Ended says that the worker will not write any more: it ended, with exit status 0 if err
	// is nil, or wrote its last line.
	Ended func(i int, err error)
}

// Launcher starts workers on nodes.
type Launcher interface {
	// Launch starts the workers of an array and returns when all of them have ended. The
	// error is one for which no worker could be started, or the context's, after which none
	// runs.
	Launch(ctx context.Context, a Array, e Events) error
}

// lost is why a worker ended without its last line.
type lost struct {
	reason string
	words  string // the end of its standard error
}

func (l *lost) Error() string {
	if l.words == "" {
		return l.reason
	}
	return fmt.Sprintf("%s\nits last words:\n%s", l.reason, l.words)
}
