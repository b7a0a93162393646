package cluster

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
)

// Command launches each worker by a command, such as ssh, srun or kubectl exec, that connects
// its standard input and output with a node's.
type Command struct {
	// Words are the command. In each of them {shard} stands for the shard's number, from 1,
	// and {kind} for the name of the kind of nodes; a word {options} stands for the kind's
	// options.
	Words []string
	// Worker is the command that the node runs, which follows Words.
	Worker []string
	// Silence is how long a worker may say nothing before it counts as lost; 0 is a minute,
	// six times what it says about itself.
	Silence time.Duration
}

// Launch implements Launcher.
func (c *Command) Launch(ctx context.Context, a Array, e Events) error {
	for _, shard := range a.Shards {
		word := c.words(a.Kind, shard)[0]
		if _, err := exec.LookPath(word); err != nil { // here no other worker would do better
			return fmt.Errorf("the launcher %q cannot be run here: %w; is it installed, and on PATH?", word, err)
		}
	}
	var wg sync.WaitGroup
	for i := range a.Shards {
		wg.Go(func() { e.Ended(i, c.one(ctx, &a, i, func(text []byte) { _ = e.Line(i, text) })) })
	}
	wg.Wait()
	return ctx.Err()
}

// words returns the command for a shard.
func (c *Command) words(k Kind, shard int) []string {
	var out []string
	names := strings.NewReplacer("{shard}", strconv.Itoa(shard+1), "{kind}", k.Name)
	for _, w := range c.Words {
		if w == "{options}" {
			out = append(out, k.Options...)
			continue
		}
		out = append(out, names.Replace(w))
	}
	return append(out, c.Worker...)
}

// one runs a worker to its end.
func (c *Command) one(ctx context.Context, a *Array, i int, line func([]byte)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	words := c.words(a.Kind, a.Shards[i])
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	cmd.Stdin = bytes.NewReader(a.Inputs[i])
	stderr := &certify.Tail{}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", strings.Join(words, " "), err)
	}
	limit := c.Silence
	if limit == 0 {
		limit = 6 * heartbeat
	}
	var silent atomic.Bool
	timer := time.AfterFunc(limit, func() { silent.Store(true); cancel() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		timer.Reset(limit)
		line(slices.Clone(lines.Bytes()))
	}
	timer.Stop()
	if lines.Err() != nil {
		cancel() // it may go on writing
	}
	switch err := cmd.Wait(); {
	case lines.Err() != nil:
		return &lost{fmt.Sprintf("%s printed what cannot be read: %v", strings.Join(words, " "), lines.Err()), stderr.String()}
	case silent.Load():
		return &lost{fmt.Sprintf("%s said nothing for %v", strings.Join(words, " "), limit), stderr.String()}
	case err != nil:
		return &lost{fmt.Sprintf("%s ended: %v", strings.Join(words, " "), err), stderr.String()}
	}
	return nil
}
