// Package futhark asks a Futhark executable what programs mean: an independent
// implementation of the source language, where one is installed.
package futhark

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/lamina-lang/lamina/core/value"
)

// Executable is the path of a Futhark executable.
type Executable string

// Find returns the executable on PATH; false if there is none.
func Find() (Executable, bool) {
	path, err := exec.LookPath("futhark")
	return Executable(path), err == nil
}

// Check type-checks a program, and returns Futhark's message if it is refused.
func (x Executable) Check(ctx context.Context, text string) (refused string, err error) {
	_, said, err := x.start(ctx, "check", text, nil)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return errorIn(said), nil
	}
	return "", err
}

// Run interprets a program's main. If the program fails, or is refused, the error is a
// *Failure.
func (x Executable) Run(ctx context.Context, text string, args []value.Value) ([]value.Value, error) {
	var input strings.Builder
	for _, a := range args {
		input.WriteString(a.String() + "\n")
	}
	printed, said, err := x.start(ctx, "run", text, strings.NewReader(input.String()))
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 0 {
		return nil, &Failure{errorIn(said)}
	}
	if err != nil {
		return nil, err
	}
	return value.Parse(printed)
}

// Failure is Futhark's message for a program that fails.
type Failure struct{ Message string }

func (f *Failure) Error() string { return "Futhark: " + f.Message }

// start runs a Futhark command on a program.
func (x Executable) start(ctx context.Context, command, text string, input *strings.Reader) (printed, said string, err error) {
	folder, err := os.MkdirTemp("", "lamina-futhark-*")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "program.fut")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return "", "", err
	}
	c := exec.CommandContext(ctx, string(x), command, file)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if input != nil {
		c.Stdin = input
	}
	if err := c.Run(); err != nil {
		return "", errs.String(), fmt.Errorf("futhark %s: %w", command, err)
	}
	return out.String(), errs.String(), nil
}

// errorIn strips the warnings before an error.
func errorIn(said string) string {
	if k := strings.Index(said, "Error at"); k >= 0 {
		return strings.TrimSpace(said[k:])
	}
	return strings.TrimSpace(said)
}
