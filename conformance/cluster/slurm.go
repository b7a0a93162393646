package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/conformance/certify"
)

// Slurm launches the workers of an array as the tasks of a job array. Coordinator and nodes
// share a folder: a worker reads its input there and writes its lines there.
type Slurm struct {
	Dir     string        // the folder, an absolute path
	Worker  []string      // the command that a node runs
	Options []string      // arguments of sbatch for all kinds
	Poll    time.Duration // how often new lines are looked for; 0 is half a second

	once    sync.Once
	session string // of this coordinator, in the names of files
}

// begin chooses names that no other coordinator used in the folder, and removes the files of an
// earlier one: what counts of them is in the journal. Its workers, if it was killed, miss their
// pulse then, and end.
func (s *Slurm) begin() {
	s.session = strconv.FormatInt(time.Now().UnixNano(), 36)
	for _, kind := range []string{"in", "out", "err", "pulse"} {
		old, _ := filepath.Glob(filepath.Join(s.Dir, "shard-*."+kind)) // the pattern is right
		for _, file := range old {
			_ = os.Remove(file) // only a little room is lost
		}
	}
}

// statePolls is the number of polls after which the states of jobs are asked for.
const statePolls = 6

// settled is the number of polls for which a task must be over before it counts as lost: what
// it wrote may take a while to be seen in a shared folder.
const settled = 4

// task is a worker in a job array.
type task struct {
	path  string // of its files, without the extension
	read  int64  // bytes of its lines that have been passed on
	polls int    // polls since it was seen to be over
	state string // in which it was over
	ended bool
}

// Launch implements Launcher.
func (s *Slurm) Launch(ctx context.Context, a Array, e Events) error {
	s.once.Do(s.begin)
	base := filepath.Join(s.Dir, "shard-"+s.session+"-"+a.Name)
	pulse := base + ".pulse"
	if err := beat(pulse, 0); err != nil {
		return fmt.Errorf("telling workers that there is a coordinator: %w", err)
	}
	defer os.Remove(pulse)
	tasks := make([]*task, len(a.Shards))
	for i, input := range a.Inputs {
		tasks[i] = &task{path: fmt.Sprintf("%s.%d", base, i)}
		if err := os.WriteFile(tasks[i].path+".in", input, 0o666); err != nil {
			return fmt.Errorf("writing the input of a worker: %w", err)
		}
	}
	job, err := s.submit(ctx, a, base)
	if err != nil {
		return err
	}
	every := s.Poll
	if every == 0 {
		every = time.Second / 2
	}
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	open := len(tasks)
	for polls := 0; open > 0; polls++ {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), s.cancel(job))
		case <-ticks.C:
		}
		if polls%statePolls == 0 {
			s.states(ctx, job, tasks)
			_ = beat(pulse, polls) // a disk that is full now may not be so next time
		}
		for i, t := range tasks {
			if !t.ended && s.poll(i, t, e) {
				t.ended = true
				open--
				e.Ended(i, t.end())
			}
		}
	}
	return nil
}

// submit submits the job array, with files whose names begin with base, and returns its number.
func (s *Slurm) submit(ctx context.Context, a Array, base string) (string, error) {
	base = shellWords([]string{base})
	script := fmt.Sprintf("#!/bin/sh\nexec %s --pulse %s.pulse <%[2]s.$SLURM_ARRAY_TASK_ID.in >%[2]s.$SLURM_ARRAY_TASK_ID.out 2>%[2]s.$SLURM_ARRAY_TASK_ID.err\n", shellWords(s.Worker), base)
	args := []string{"--parsable", "--no-requeue", "--job-name=lamina-" + a.Name, "--array=0-" + strconv.Itoa(len(a.Shards)-1), "--output=/dev/null", "--chdir=" + s.Dir}
	args = append(append(args, s.Options...), a.Kind.Options...)
	cmd := exec.CommandContext(ctx, "sbatch", args...)
	cmd.Stdin = strings.NewReader(script)
	out, err := output(cmd)
	if err != nil {
		return "", fmt.Errorf("submitting a job array: %w", err)
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the cluster's name may follow
	if _, err := strconv.ParseUint(job, 10, 64); err != nil {
		return "", fmt.Errorf("sbatch answered %q, which is not the number of a job", out)
	}
	return job, nil
}

// cancel cancels a job array. The context of the run is over by then.
func (s *Slurm) cancel(job string) error {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	if _, err := output(exec.CommandContext(ctx, "scancel", job)); err != nil {
		return fmt.Errorf("cancelling job %s: %w", job, err)
	}
	return nil
}

// completed is the state of a task that ended with exit status 0.
const completed = "COMPLETED"

// active are the states of tasks that may still write.
var active = map[string]bool{
	"PENDING": true, "RUNNING": true, "CONFIGURING": true, "COMPLETING": true, "SUSPENDED": true, "STOPPED": true,
	"RESIZING": true, "SIGNALING": true, "STAGE_OUT": true, "REQUEUED": true, "REQUEUE_FED": true, "REQUEUE_HOLD": true, "RESV_DEL_HOLD": true, "SPECIAL_EXIT": true,
}

// states asks for the states of tasks. While the controller does not answer, as when it is
// restarted, they stay as they are.
func (s *Slurm) states(ctx context.Context, job string, tasks []*task) {
	out, err := output(exec.CommandContext(ctx, "squeue", "--noheader", "--array", "--states=all", "--jobs="+job, "--format=%K %T"))
	switch {
	case err != nil && strings.Contains(err.Error(), "Invalid job id"): // forgotten, as jobs are some time after their end
		out = ""
	case err != nil:
		return
	}
	state := map[string]string{}
	for line := range strings.Lines(out) {
		if words := strings.Fields(line); len(words) == 2 {
			state[words[0]] = words[1]
		}
	}
	for i, t := range tasks {
		switch now, listed := state[strconv.Itoa(i)]; {
		case active[now]:
			t.state = ""
		case listed:
			t.state = now
		default:
			t.state = "no longer in the queue"
		}
	}
}

// poll passes on new lines of a task and reports whether it is over.
func (s *Slurm) poll(i int, t *task, e Events) bool {
	some, last := t.pass(func(line []byte) bool { return e.Line(i, line) })
	if last {
		t.state = completed
		return true
	}
	if some {
		t.polls = 0
	}
	if t.state == "" {
		t.polls = 0
		return false
	}
	t.polls++
	return t.polls > settled
}

// pass passes on the complete lines that are new. It reports whether there are some, and whether
// the last one is among them.
func (t *task) pass(line func([]byte) bool) (some, last bool) {
	f, err := os.Open(t.path + ".out")
	if err != nil {
		return false, false // the task has not begun, or its node is not heard of
	}
	defer f.Close()
	if _, err := f.Seek(t.read, io.SeekStart); err != nil {
		return false, false
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return false, false
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for l := range bytes.Lines(text) {
		last = line(bytes.TrimSuffix(l, []byte("\n"))) || last
	}
	t.read += int64(len(text))
	return len(text) > 0, last
}

// end is why the task ended.
func (t *task) end() error {
	if t.state == completed {
		return nil
	}
	words, _ := os.ReadFile(t.path + ".err") // there may be none
	e := &certify.Tail{}
	_, _ = e.Write(words)
	return &lost{"its job is " + strings.ToLower(strings.ReplaceAll(t.state, "_", " ")), e.String()}
}

// output runs a command of Slurm's and returns what it prints.
func output(cmd *exec.Cmd) (string, error) {
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("there is no %s here: is Slurm installed (Debian package slurm-client)?", cmd.Args[0])
	case err != nil:
		return "", fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, strings.TrimSpace(complaint.String()))
	}
	return out.String(), nil
}

// shellWords quotes words for the shell.
func shellWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(quoted, " ")
}
