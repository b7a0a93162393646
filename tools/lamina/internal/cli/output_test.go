package cli

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello")
	return err
}

// Replacing /dev/null by a file, which root may do, would damage the machine.
func TestOutputToWhatIsNoRegularFileIsWrittenInPlace(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		text, err := os.ReadFile(pipe)
		if err != nil {
			t.Error(err)
		}
		got <- string(text)
	}()
	if err := verb.WriteFile(pipe, hello); err != nil {
		t.Fatal(err)
	}
	if text := <-got; text != "hello" {
		t.Errorf("the pipe's reader got %q", text)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Errorf("the pipe became %v, %v", info, err)
	}
}

func TestOutputThroughLinkKeepsTheLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := verb.WriteFile(link, hello); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != file {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "hello" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}
