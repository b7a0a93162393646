package guests

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/plugins/host"
)

// started opens package bad as a process, which no other host has asked for its
// description, and runs a pass.
func started(t *testing.T) error {
	h := host.New(host.Config{Stderr: t.Output()})
	defer h.Close()
	p, err := h.Open(t.Context(), host.Source{Path: this(t), Limits: host.Limits{Start: time.Minute}})
	if err != nil {
		return err
	}
	return run(t.Context(), pass.Manager{}, parsed(t), p, "fine")
}

// A plugin starts whatever the length of the temporary folder's name. Socket names have
// limited length and contain random numbers of one to ten digits: close to the limit, some
// plugins used to end immediately without a message.
func TestLongTemporaryFolders(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "l")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	lengths := []int{40, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 72, 110}
	for _, length := range lengths {
		long := filepath.Join(dir, strings.Repeat("x", length-len(dir)-1))
		if err := os.Mkdir(long, 0o777); err != nil {
			t.Fatal(err)
		}
		t.Setenv("TMPDIR", long)
		if err := started(t); err != nil {
			t.Errorf("where temporary files go into a folder whose name has %d bytes: %v", len(long), err)
		}
		left, err := os.ReadDir(long)
		if err != nil || len(left) != 0 {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
}

// Plugins start concurrently on a busy machine.
func TestManyStarts(t *testing.T) {
	busy, stop := context.WithCancel(t.Context())
	defer stop()
	for range 8 {
		go func() {
			for busy.Err() == nil {
			}
		}()
	}
	var wg sync.WaitGroup
	for range 48 {
		wg.Go(func() {
			if err := started(t); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A plugin that cannot listen reports why.
func TestNowhereToListen(t *testing.T) {
	s := script(t, "export PLUGIN_UNIX_SOCKET_DIR=/nowhere; exec "+this(t))
	_, err := host.New(host.Config{}).Open(t.Context(), s)
	oneLine(t, err, "ended at once (exit status 1), saying: ", "/nowhere", "no such file or directory")
}

// A call that fails ends the process, but does not make other calls fail.
func TestFailuresLeaveOtherCallsAlone(t *testing.T) {
	p, err := newHost(t, nil).Open(t.Context(), host.Source{Path: this(t)})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	over := make(chan struct{})
	for range 4 {
		wg.Go(func() {
			for {
				if err := run(t.Context(), pass.Manager{}, parsed(t), p, "fine"); err != nil {
					t.Errorf("beside calls that fail: %v", err)
					return
				}
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	for i := range 12 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*10*time.Millisecond)
		if err := run(ctx, pass.Manager{}, parsed(t), p, "hang"); err == nil {
			t.Error("a call that hangs has ended well")
		}
		cancel()
	}
	close(over)
	wg.Wait()
}

// Interrupting a host while a plugin starts does not wait, and leaves nothing behind.
func TestInterruptedStart(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", "/tmp")
	s := script(t, ownPID+"echo $pid $PLUGIN_UNIX_SOCKET_DIR > "+dir+"/started; exec sleep 60")
	s.Limits.Start = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if b, err := os.ReadFile(dir + "/started"); err == nil && len(b) > 0 {
				cancel()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	start := time.Now()
	if _, err := host.New(host.Config{}).Open(ctx, s); err == nil || ctx.Err() == nil {
		t.Fatalf("opened: %v", err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
	b, err := os.ReadFile(dir + "/started")
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	var folder string
	if _, err := fmt.Sscan(string(b), &pid, &folder); err != nil {
		t.Fatal(err)
	}
	if !gone(pid) {
		t.Error("the process is left")
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder of its socket is left: %v", err)
	}
}

// ownPID sets pid to the process ID of a script, which $$ is not if the process has its own
// namespace.
const ownPID = "read pid rest < /proc/self/stat; "

// noP521 is an OpenSSL configuration that refuses the keys that go-plugin generates.
const noP521 = `openssl_conf = all
[all]
ssl_conf = ssl
[ssl]
system_default = defaults
[defaults]
SignatureAlgorithms = ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256
`

// A plugin in Python uses TLS. One whose TLS does not accept the host's keys is restarted,
// relying on the private socket alone.
func TestTLS(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import grpc").CombinedOutput(); err != nil {
		t.Skipf("Python's gRPC is not here; on Debian: apt install python3-grpcio\n%s", out)
	}
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("openssl is not here")
	}
	config := file(t, "openssl.cnf", noP521, 0o666).Path
	for name, c := range map[string]struct {
		args []string
		want string // what it writes when it starts
	}{
		"both sides": {nil, "with TLS\n"},
		"no P-521":   {[]string{config}, "with TLS\nwithout TLS\n"},
	} {
		t.Run(name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "starts")
			s := host.Source{Path: "testdata/plugin.py", Args: append([]string{log}, c.args...), Limits: host.Limits{Start: time.Minute}}
			h := host.New(host.Config{Stderr: t.Output()})
			defer h.Close()
			p, err := h.Open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			u := parsed(t)
			before := u.String()
			if err := run(t.Context(), pass.Manager{}, u, p, "stay"); err != nil {
				t.Fatal(err)
			}
			if u.String() != before {
				t.Errorf("the program has changed:\n%s", u)
			}
			starts, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(starts); got != c.want {
				t.Errorf("it was started\n%s", got)
			}
		})
	}
}
