package certify

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/lamina-lang/lamina/core/starved"
)

// process is a running worker.
type process struct {
	cmd       *exec.Cmd
	questions *os.File
	answers   *bufio.Reader
	hello     hello
	output    *Tail // its output on the standard streams
	busy      bool  // it has not answered yet
	use       starved.Usage
	spent     time.Duration // the processor time that it had taken when it was asked
	done      chan error
}

// startTimeout bounds the time that a worker takes to find its devices.
const startTimeout = 2 * time.Minute

// start runs a worker and waits for its hello.
func start(ctx context.Context, command, env []string) (*process, error) {
	toWorker, questions, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, fromWorker, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, toWorker.Close(), questions.Close())
	}
	p := &process{questions: questions, answers: bufio.NewReader(answers), output: &Tail{}, busy: true, done: make(chan error, 1)}
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.ExtraFiles = []*os.File{toWorker, fromWorker}
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = time.Second
	p.use = func() (time.Duration, bool) { return starved.Use(p.cmd.Process.Pid) }
	err = p.cmd.Start()
	toWorker.Close()
	fromWorker.Close()
	if err != nil {
		return nil, errors.Join(err, questions.Close(), answers.Close())
	}
	go func() { p.done <- p.cmd.Wait() }()
	if err := p.read(ctx, startTimeout, &p.hello); err != nil {
		p.end()
		return nil, fmt.Errorf("starting %s: %w", strings.Join(command, " "), err)
	}
	return p, nil
}

// errTimeout means that an answer did not arrive in time.
var errTimeout = errors.New("no answer in time")

// ask sends a question and waits for the answer.
func (p *process) ask(ctx context.Context, q question, timeout time.Duration) (answer, error) {
	var a answer
	line, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	p.busy = true
	p.spent, _ = p.use()
	if _, err := p.questions.Write(append(line, '\n')); err != nil {
		return a, p.death(err)
	}
	return a, p.read(ctx, timeout, &a)
}

// read waits for a line. The time for which the process waited for a processor does not count, up
// to the most that a starved process gets.
func (p *process) read(ctx context.Context, timeout time.Duration, into any) error {
	type read struct {
		line []byte
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := p.answers.ReadBytes('\n')
		got <- read{line, err}
	}()
	begin, timer := time.Now(), time.NewTimer(timeout)
	defer timer.Stop()
	for {
		select {
		case r := <-got:
			if r.err != nil {
				return p.death(r.err)
			}
			p.busy = false
			return json.Unmarshal(r.line, into)
		case <-timer.C:
			if time.Since(begin) >= starved.Most*timeout || !starved.Now(p.use, timeout+p.spent) {
				return errTimeout
			}
			timer.Reset(timeout / 4)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// death describes how the process ended.
func (p *process) death(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) {
		select {
		case exit := <-p.done:
			p.done <- exit
			err = exit
		case <-time.After(5 * time.Second):
			err = errors.New("it closed its streams")
		}
	}
	if err == nil {
		err = errors.New("exit status 0")
	}
	if output := p.output.String(); output != "" {
		return fmt.Errorf("the process died: %w\nits last words:\n%s", err, output)
	}
	return fmt.Errorf("the process died: %w", err)
}

// grace is how long a process that is to end may take to clean up.
const grace = 2 * time.Second

// end ends the process: one that waits for a question by the end of its questions, one within a
// question by a signal. Both then remove what their plugins have in the temporary folder. What
// does not end, or leaves processes behind, is killed.
func (p *process) end() {
	p.questions.Close()
	if p.busy {
		_ = syscall.Kill(p.cmd.Process.Pid, syscall.SIGTERM)
	}
	select {
	case err := <-p.done:
		p.done <- err
	case <-time.After(grace):
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.done
}
