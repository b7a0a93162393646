package hardware

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// serveVariable is set for a process that is to serve a device, as in
// cuda:GPU-5fd1; it has the streams for it.
const (
	serveVariable = "LAMINA_SERVE_DEVICE"
	questionsFD   = 3
	answersFD     = 4
)

// Elsewhere opens a backend's device in a process of its own, which is this executable
// again, for a process that can use the device no longer. The backend's package has to
// call ServeIfAsked when it is initialised.
func Elsewhere(backend, device string) (Device, error) {
	d, err := elsewhere(backend, device)
	if err != nil {
		return nil, fmt.Errorf("opening %s:%s in another process: %w", backend, device, err)
	}
	d.again = func() (Device, error) { return Elsewhere(backend, device) }
	return d, nil
}

func elsewhere(backend, device string) (*remote, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	theirs, questions, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, toUs, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirs.Close(), questions.Close())
	}
	var said strings.Builder
	c := exec.Command(self)
	c.Env = append(os.Environ(), serveVariable+"="+backend+":"+device)
	c.ExtraFiles = []*os.File{theirs, toUs}
	c.Stderr = &said
	err = c.Start()
	_, _ = theirs.Close(), toUs.Close()
	if err != nil {
		return nil, errors.Join(err, questions.Close(), answers.Close())
	}
	end := func() error {
		// Without questions it ends by itself, unless a kernel does not.
		_ = questions.Close()
		kill := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		defer kill.Stop()
		_ = c.Wait()
		return answers.Close()
	}
	d, err := connect(answers, questions)
	if err != nil {
		_ = end()
		return nil, fmt.Errorf("%w %s", err, strings.TrimSpace(said.String()))
	}
	d.end = end
	return d, nil
}

// patience is how long a process that has no more to do may take to end.
const patience = 5 * time.Second

// ServeIfAsked makes a process that Elsewhere started serve its device, and nothing
// else. Backends call it when they are initialised, since what the program does after
// that is not theirs.
func ServeIfAsked(backend string, open func(device string) (Device, error)) {
	device, ok := strings.CutPrefix(os.Getenv(serveVariable), backend+":")
	if !ok {
		return
	}
	syscall.CloseOnExec(questionsFD)
	syscall.CloseOnExec(answersFD)
	_ = os.Unsetenv(serveVariable)
	d, err := open(device)
	if err == nil {
		err = Serve(d, os.NewFile(questionsFD, "questions"), os.NewFile(answersFD, "answers"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
