//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// BenchmarkTrusted measures what trust and a strict sandbox add to a run of a plugin's pass: it
// starts the command with a plugin that the user trusts and with the same by --plugin, without a
// sandbox, alternately, both as they are built for users, and compares the least times. More than 5 ms is an error.
func BenchmarkTrusted(b *testing.B) {
	dir, env := trustedFolder(b)
	lamina := filepath.Join(dir, "lamina")
	var named, trusted times
	for b.Loop() {
		named.take(b, dir, env, lamina, "--plugin", "double")
		trusted.take(b, filepath.Join(dir, "tree"), env, lamina)
	}
	wall, processor := trusted.wall-named.wall, trusted.processor-named.processor
	b.ReportMetric(named.wall.Seconds()*1e3, "named-ms")
	b.ReportMetric(wall.Seconds()*1e3, "more-ms")
	b.ReportMetric(processor.Seconds()*1e3, "more-processor-ms")
	if most := 5 * time.Millisecond; b.N >= 20 && max(wall, processor) > most {
		b.Errorf("a trusted plugin costs %v more, and %v of processor time; %v is the most", wall, processor, most)
	}
}

// trustedFolder makes a folder with a program and a plugin, and in it the folder tree with the
// same, whose plugin is trusted.
func trustedFolder(b *testing.B) (dir string, env []string) {
	dir = b.TempDir()
	tree := filepath.Join(dir, "tree")
	build := exec.Command("go", "build", "-trimpath", "-o", dir+"/", "./tools/lamina", "./plugins/examples/double")
	build.Dir = filepath.Join("..", "..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	code, err := os.ReadFile(filepath.Join(dir, "double"))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.Mkdir(tree, 0o755); err != nil {
		b.Fatal(err)
	}
	for _, d := range []string{tree, dir} {
		for name, content := range map[string][]byte{"double": code, "a.fut": []byte(sum)} {
			if err := os.WriteFile(filepath.Join(d, name), content, 0o755); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(tree, "lamina.toml"), []byte("[[plugin]]\npath = \"double\"\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	env = append(os.Environ(), "XDG_CACHE_HOME="+b.TempDir(), "XDG_CONFIG_HOME="+b.TempDir())
	cmd := exec.Command(filepath.Join(dir, "lamina"), "plugin", "trust", "--yes")
	cmd.Dir, cmd.Env = tree, env
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Skipf("no plugin can be trusted here: %v: %s", err, out)
	}
	return dir, env
}

// times are the least times of several runs.
type times struct{ wall, processor time.Duration }

// take runs the plugin's pass once.
func (t *times) take(b *testing.B, dir string, env []string, lamina string, flags ...string) {
	cmd := exec.Command(lamina, append([]string{"opt", "--pipeline", "double", "a.fut"}, flags...)...)
	cmd.Dir, cmd.Env = dir, env
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	wall := time.Since(start)
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	if t.wall == 0 {
		t.wall, t.processor = wall, processor
	}
	t.wall, t.processor = min(t.wall, wall), min(t.processor, processor)
}
