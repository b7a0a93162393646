package literate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/script"
	"github.com/lamina-lang/lamina/plugins/host/sandbox"
)

// gnuplot's limits.
const (
	longestPlot = time.Minute
	mostMemory  = 2 << 30
	mostPlot    = 32 << 20 // of the plot's text
)

// gnuplot lets gnuplot draw the parts of a record: each is a variable with the name of a file of columns. Its
// commands follow the semicolon. They could read and run anything, so that gnuplot runs in a strict sandbox.
func (r *runner) gnuplot(ctx context.Context, e script.Exp, options map[string]string) (_ string, err error) {
	program, err := exec.LookPath("gnuplot")
	if err != nil {
		return "", errors.New("there is no gnuplot on PATH; on Debian: apt install gnuplot-nox; :plot needs no other program")
	}
	if err := sandbox.Supported(); err != nil && !r.unconfined {
		return "", fmt.Errorf(":gnuplot runs what the document says: %w; --sandbox=off runs it as it is", err)
	}
	v, err := r.program.Eval(ctx, e)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "lamina-gnuplot-")
	if err != nil {
		return "", fmt.Errorf("drawing a plot: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	text, err := r.plotData(folder, v)
	if err != nil {
		return "", err
	}
	text = "set encoding utf8\nset terminal svg size 600,300 background rgb 'white'\nset output 'plot.svg'\n" + text + options[commands] + "\n"
	if err := os.WriteFile(filepath.Join(folder, "commands"), []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("drawing a plot: %w", err)
	}
	if err := r.draw(ctx, program, folder); err != nil {
		return "", err
	}
	info, err := os.Stat(filepath.Join(folder, "plot.svg"))
	if err != nil || info.Size() == 0 {
		return "", errors.New("the commands of gnuplot plot nothing; terminal and output are set already, `set terminal svg size 400,200` sets another size")
	}
	if info.Size() > mostPlot {
		return "", fmt.Errorf("the plot takes %d bytes, of which it may take %d: give gnuplot fewer points", info.Size(), mostPlot)
	}
	plot, err := os.ReadFile(filepath.Join(folder, "plot.svg"))
	if err != nil {
		return "", fmt.Errorf("drawing a plot: %w", err)
	}
	return picture("image/svg+xml", plot, ""), nil
}

// plotData writes the parts of a record into files, and returns commands that name them.
func (r *runner) plotData(folder string, v script.Value) (string, error) {
	names, parts, ok := v.Fields()
	if !ok || v.IsTuple() {
		return "", errors.New(":gnuplot takes a record, whose names stand for files in gnuplot's commands: :gnuplot {xs = f 100i64}; plot xs with lines")
	}
	var text strings.Builder
	for i, part := range parts {
		_, columns, err := r.columns(part)
		if err != nil {
			return "", fmt.Errorf("%s: %w", names[i], err)
		}
		var data bytes.Buffer
		for row := range columns[0].size {
			for j, c := range columns {
				if j > 0 {
					data.WriteByte(' ')
				}
				data.WriteString(c.at(row))
			}
			data.WriteByte('\n')
		}
		file := "data-" + names[i]
		if err := os.WriteFile(filepath.Join(folder, file), data.Bytes(), 0o600); err != nil {
			return "", fmt.Errorf("drawing a plot: %w", err)
		}
		fmt.Fprintf(&text, "%s = '%s'\n", names[i], file)
	}
	return text.String(), nil
}

// draw runs gnuplot on its commands.
func (r *runner) draw(ctx context.Context, program, folder string) error {
	ctx, cancel := context.WithTimeout(ctx, longestPlot)
	defer cancel()
	var said bytes.Buffer
	c := exec.Command(program, "commands")
	c.Dir, c.Stderr = folder, &said
	c.Env = []string{"HOME=" + folder, "TMPDIR=" + folder, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}
	p, err := sandbox.Start(c, sandbox.Policy{
		Strict: !r.unconfined, Read: []string{folder, "/etc/fonts", "/var/cache/fontconfig"}, Write: []string{folder}, Memory: mostMemory, Tasks: 64, Files: 256,
	})
	if err != nil {
		return fmt.Errorf("starting gnuplot: %w", err)
	}
	select {
	case <-p.Exit():
	case <-ctx.Done():
		err := p.Kill()
		<-p.Exit()
		return errors.Join(fmt.Errorf("gnuplot did not end within %v", longestPlot), err)
	}
	if what := p.Exceeded(); what != nil {
		return fmt.Errorf("gnuplot needed %w", what)
	}
	if p.Err() != nil || !p.State().Success() {
		return fmt.Errorf("gnuplot failed: %s", firstOf(said.String()))
	}
	return nil
}

// firstOf is what gnuplot says is wrong: its message follows the line that it is about and a mark under it.
func firstOf(said string) string {
	const most = 300
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, `"commands" line `) || strings.HasPrefix(line, `"commands", line `) {
			return line[:min(len(line), most)]
		}
	}
	said = strings.Join(strings.Fields(said), " ")
	return said[:min(len(said), most)]
}
