package cluster_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sshdConf is the configuration of a server for the user who runs it, %[1]s its folder and %[2]d its port.
const sshdConf = `Port %[2]d
ListenAddress 127.0.0.1
HostKey %[1]s/host
AuthorizedKeysFile %[1]s/user.pub
PidFile none
StrictModes no
UsePAM no
`

// sshConf has two names for that server.
const sshConf = `Host node1 node2
  HostName 127.0.0.1
  Port %[2]d
  IdentityFile %[1]s/user
  IdentitiesOnly yes
  StrictHostKeyChecking accept-new
  UserKnownHostsFile %[1]s/known
  LogLevel ERROR
`

// TestSSH runs generated programs through ssh, on a server on this machine: the report is that of a run
// without it.
func TestSSH(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	const sshd = "/usr/sbin/sshd" // demands to be started by its path
	for _, name := range []string{sshd, "ssh", "ssh-keygen"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s here (Debian packages openssh-server and openssh-client)", name)
		}
	}
	if os.Geteuid() == 0 {
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil { // the server demands it of root
			t.Skip(err)
		}
	}
	s := &slurm{dir: t.TempDir(), env: os.Environ()}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(s.dir, key)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	s.write(t, "sshd_config", fmt.Sprintf(sshdConf, s.dir, port), 0o600)
	s.write(t, "config", fmt.Sprintf(sshConf, s.dir, port), 0o600)
	server := exec.Command(sshd, "-D", "-f", filepath.Join(s.dir, "sshd_config"))
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = server.Process.Kill(), server.Wait() }()
	launcher := "ssh -F " + filepath.Join(s.dir, "config") + " node{shard}"
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		words := strings.Fields(strings.ReplaceAll(launcher, "{shard}", "1") + " true")
		if err := exec.Command(words[0], words[1:]...).Run(); err == nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	s.sameAsHere(t, launcher)
}

// sameAsHere runs generated programs over two shards by a launcher, and on this machine: the reports are equal.
func (s *slurm) sameAsHere(t *testing.T, launcher string) {
	lamina := s.build(t)
	flags := []string{"conformance", "--backend", "wasm", "--fuzz", "40", "--seed", "5", "--pipelines", "default/inprocess", "--json"}
	here, there := filepath.Join(s.dir, "here.json"), filepath.Join(s.dir, "there.json")
	for _, args := range [][]string{append(flags[:len(flags):len(flags)], here), append(flags[:len(flags):len(flags)], there, "--launcher", launcher, "--shards", "2")} {
		c := exec.Command(lamina, args...)
		c.Dir, c.Env = s.dir, s.env
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if got := outcomes(t, here); len(got) != 41 {
		t.Fatalf("%d lines of results, want 41", len(got))
	}
	if diff := cmp.Diff(outcomes(t, here), outcomes(t, there)); diff != "" {
		t.Errorf("the reports differ:\n%s", diff)
	}
}
