package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/certify"
)

// slurmConf is the configuration of a controller and two nodes on one machine, %[1]s its folder
// and %[2]s the machine's name. Nodes that do not answer are down after ten seconds.
const slurmConf = `ClusterName=test
SlurmctldHost=%[2]s(127.0.0.1)
SlurmctldPort=26817
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge/socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=%[1]s/state
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd-%%n.pid
SlurmdSpoolDir=%[1]s/spool-%%n
SlurmctldLogFile=%[1]s/slurmctld.log
SlurmdLogFile=%[1]s/slurmd-%%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=10
MpiDefault=none
MailProg=/bin/true
NodeName=n1,n2 NodeHostname=%[2]s NodeAddr=127.0.0.1 Port=[26818-26819] CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
`

// slurm is a cluster of two nodes on this machine.
type slurm struct {
	dir string
	env []string // of commands that use it
}

// startSlurm starts a cluster and ends it with the test. Without Slurm it skips the test.
func startSlurm(t *testing.T) *slurm {
	for _, name := range []string{"slurmctld", "slurmd", "munged", "sbatch", "squeue", "scancel"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s here (Debian packages slurm-wlm and munge)", name)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("slurmctld and slurmd are started as root only")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	dir, err := os.MkdirTemp("/var/tmp", "lamina-slurm-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &slurm{dir, append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))}
	for _, sub := range []string{"state", "spool-n1", "spool-n2", "munge"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s.write(t, "slurm.conf", fmt.Sprintf(slurmConf, dir, host), 0o644)
	s.write(t, "munge/key", strings.Repeat("not a secret. ", 80), 0o600)
	s.run(t, "munged", "--force", "--key-file="+dir+"/munge/key", "--socket="+dir+"/munge/socket", "--pid-file="+dir+"/munge/pid", "--log-file="+dir+"/munge/log", "--seed-file="+dir+"/munge/seed")
	t.Cleanup(func() { s.kill("munge/pid", syscall.SIGTERM) })
	s.run(t, "slurmctld", "-i")
	t.Cleanup(func() { s.kill("slurmctld.pid", syscall.SIGTERM) })
	for _, node := range []string{"n1", "n2"} {
		s.run(t, "slurmd", "-N", node)
		t.Cleanup(func() { s.kill("slurmd-"+node+".pid", syscall.SIGTERM) })
	}
	s.await(t, "two idle nodes", func() bool {
		return strings.Count(s.run(t, "sinfo", "--noheader", "--Node", "--format=%N %T"), "idle") == 2
	})
	return s
}

func (s *slurm) write(t *testing.T, name, text string, mode os.FileMode) {
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// run runs a command in the cluster and returns what it prints.
func (s *slurm) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = s.env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", c, err, out)
	}
	return string(out)
}

// await waits until something holds.
func (s *slurm) await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 600 {
		if holds() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("waited a minute for %s", what)
}

// kill ends the process whose number is in a file.
func (s *slurm) kill(file string, signal syscall.Signal) {
	text, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil {
		return // it did not start, or is gone
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
		_ = syscall.Kill(pid, signal)
	}
}

// lose ends everything on a node, at once, as a loss of power would.
func (s *slurm) lose(t *testing.T, node string) {
	jobs := strings.Fields(s.run(t, "squeue", "--noheader", "--array", "--nodelist="+node, "--states=running", "--format=%A"))
	s.kill("slurmd-"+node+".pid", syscall.SIGKILL)
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	killed := 0
	for _, p := range processes {
		command, _ := os.ReadFile(p + "/cmdline") // unreadable: gone
		environment, _ := os.ReadFile(p + "/environ")
		ours := bytes.Contains(environment, []byte("SLURM_CONF="+s.dir+"/")) && bytes.Contains(environment, []byte("SLURMD_NODENAME="+node+"\x00"))
		for _, job := range jobs {
			ours = ours || strings.HasPrefix(string(command), "slurmstepd: ["+job+".")
		}
		if pid, err := strconv.Atoi(filepath.Base(p)); err == nil && ours {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			killed++
		}
	}
	if len(jobs) == 0 || killed < len(jobs) {
		t.Fatalf("node %s ran %d jobs, and %d processes of it were ended", node, len(jobs), killed)
	}
}

// outcomes are what a report says but for times.
func outcomes(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report certify.Report
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range report.Devices {
		out = append(out, fmt.Sprintf("%s: %d results, %d not tried", d.Label(), len(d.Results), d.NotTried))
		for _, r := range d.Results {
			out = append(out, fmt.Sprintf("%s %s %s %s", r.Case, r.Status, r.Reason, r.Error))
		}
	}
	return out
}

// TestSlurm runs generated programs on a cluster of which a node dies, and on this machine: the
// reports are equal.
func TestSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster and waits for it to miss a node")
	}
	s := startSlurm(t)
	lamina := filepath.Join(s.dir, "lamina")
	build := exec.Command("go", "build", "-o", lamina, "github.com/lamina-lang/lamina/tools/lamina")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	programs := "200"
	if n := os.Getenv("LAMINA_SLURM_PROGRAMS"); n != "" {
		programs = n
	}
	flags := []string{"conformance", "--backend", "wasm", "--fuzz", programs, "--seed", "1", "--pipelines", "all/inprocess", "--json"}
	here, there := filepath.Join(s.dir, "here.json"), filepath.Join(s.dir, "there.json")
	begin := time.Now()
	alone := exec.Command(lamina, append(flags, here, "--jobs", "4")...)
	if out, err := alone.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s programs on this machine, by four processes: %v", programs, time.Since(begin))
	begin = time.Now()
	work := filepath.Join(s.dir, "work")
	spread := exec.Command(lamina, append(flags, there, "--launcher", "slurm", "--shards", "4", "--partition", "all", "--work", work)...)
	spread.Env, spread.Dir = s.env, s.dir
	var out bytes.Buffer
	spread.Stdout, spread.Stderr = &out, &out
	if err := spread.Start(); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(work, "journal.jsonl")
	s.await(t, "forty results", func() bool {
		text, err := os.ReadFile(journal)
		return err == nil && bytes.Count(text, []byte(`"result"`)) > 40
	})
	s.lose(t, "n1")
	err := spread.Wait()
	t.Logf("over four shards, with the loss of a node: %v\n%s", time.Since(begin), &out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "is launched again") {
		t.Error("no shard was launched again: the node was not missed")
	}
	if diff := cmp.Diff(outcomes(t, here), outcomes(t, there)); diff != "" {
		t.Errorf("the reports differ:\n%s", diff)
	}
}
