package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/certify"
)

// slurmConf is the configuration of a controller and two nodes on one machine, %[1]s its folder,
// %[2]s the machine's name, and three ports. Each node has a GPU of another type. Nodes that do not answer are down after ten seconds.
const slurmConf = `ClusterName=test
SlurmctldHost=%[2]s(127.0.0.1)
SlurmctldPort=%[3]d
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
PreemptType=preempt/partition_prio
PreemptMode=CANCEL
GresTypes=gpu
NodeName=n1 NodeHostname=%[2]s NodeAddr=127.0.0.1 Port=%[4]d CPUs=2 RealMemory=500 Gres=gpu:red:1 State=UNKNOWN
NodeName=n2 NodeHostname=%[2]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=2 RealMemory=500 Gres=gpu:blue:1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4 PriorityTier=1
PartitionName=urgent Nodes=n1,n2 MaxTime=INFINITE State=UP PriorityTier=2
`

// cleaner is a shell's script that waits for the end of the tests, also by a signal, and then ends all that has the cluster in its
// environment, and removes its folder, $1.
const cleaner = `cat >/dev/null
running() {
	for p in /proc/[0-9]*; do
		if grep -qsaF "SLURM_CONF=$1/" $p/environ; then echo ${p#/proc/}; fi
	done
}
signal=TERM
for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
	pids=$(running "$1")
	[ -n "$pids" ] || break
	kill -$signal $pids 2>/dev/null
	[ $round -lt 4 ] || signal=KILL
	sleep 0.5
done
rm -rf "$1"
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
	clean := exec.Command("sh", "-c", cleaner, "cleaner", dir)
	clean.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what ends the tests does not end it
	end, err := clean.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := clean.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = end.Close()
		if err := clean.Wait(); err != nil {
			t.Errorf("ending the cluster: %v", err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s is left", dir)
		}
	})
	s := &slurm{dir, append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))}
	for _, sub := range []string{"state", "spool-n1", "spool-n2", "munge"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ports := freePorts(t)
	s.write(t, "slurm.conf", fmt.Sprintf(slurmConf, dir, host, ports[0], ports[1], ports[2]), 0o644)
	s.write(t, "gres.conf", "NodeName=n1 Name=gpu Type=red File=/dev/null\nNodeName=n2 Name=gpu Type=blue File=/dev/null\n", 0o644)
	s.write(t, "munge/key", strings.Repeat("not a secret. ", 80), 0o600)
	s.run(t, "munged", "--force", "--key-file="+dir+"/munge/key", "--socket="+dir+"/munge/socket", "--pid-file="+dir+"/munge/pid", "--log-file="+dir+"/munge/log", "--seed-file="+dir+"/munge/seed")
	s.run(t, "slurmctld", "-i")
	for _, node := range []string{"n1", "n2"} {
		s.run(t, "slurmd", "-N", node)
	}
	s.await(t, "two idle nodes", func() bool {
		return strings.Count(s.run(t, "sinfo", "--noheader", "--Node", "--partition=all", "--format=%N %T"), "idle") == 2
	})
	return s
}

// freePorts returns the numbers of three ports that nothing listens to.
func freePorts(t *testing.T) (ports [3]int) {
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // at the end, so that they differ
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports
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
	const patience = 5 * time.Minute // the machine may have other work
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(100 * time.Millisecond) {
		if holds() {
			return
		}
	}
	logs := ""
	for file, text := range s.files(t, "*.log") {
		logs += "\n" + file + ":\n" + text[max(0, len(text)-2000):]
	}
	t.Fatalf("waited %v for %s%s", patience, what, logs)
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

// jobs returns the numbers of the jobs that run on a node.
func (s *slurm) jobs(t *testing.T, node string) []string {
	t.Helper()
	return strings.Fields(s.run(t, "squeue", "--noheader", "--array", "--nodelist="+node, "--states=running", "--format=%A"))
}

// lose ends everything on a node, at once, as a loss of power would. It returns the processor
// time that the node's jobs had taken.
func (s *slurm) lose(t *testing.T, node string) (spent time.Duration) {
	jobs := s.jobs(t, node)
	s.kill("slurmd-"+node+".pid", syscall.SIGKILL)
	if err := os.Remove(filepath.Join(s.dir, "slurmd-"+node+".pid")); err != nil { // the number may soon be another process's
		t.Fatal(err)
	}
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
			spent += processorTime(p)
			_ = syscall.Kill(pid, syscall.SIGKILL)
			killed++
		}
	}
	if killed < len(jobs) {
		t.Fatalf("node %s ran %d jobs, and %d processes of it were ended", node, len(jobs), killed)
	}
	return spent
}

// processorTime returns what a process, of a folder in /proc, and those of its children that it
// waited for have taken; 0 if it is gone.
func processorTime(folder string) time.Duration {
	text, _ := os.ReadFile(folder + "/stat")
	_, after, _ := bytes.Cut(text, []byte(") "))
	fields := bytes.Fields(after)
	if len(fields) < 15 {
		return 0
	}
	ticks := 0
	for _, f := range fields[11:15] { // utime, stime, cutime, cstime: hundredths of a second
		n, _ := strconv.Atoi(string(f))
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// daemons returns the processor time of the cluster's own processes that run.
func (s *slurm) daemons() (spent time.Duration) {
	for _, file := range []string{"munge/pid", "slurmctld.pid", "slurmd-n1.pid", "slurmd-n2.pid"} {
		if pid, err := os.ReadFile(filepath.Join(s.dir, file)); err == nil {
			spent += processorTime("/proc/" + strings.TrimSpace(string(pid)))
		}
	}
	return spent
}

// timed is a worker's command that leaves the processor time of the worker in a file. %[1]s is
// the cluster's folder. While it has a file "hold", workers on n1 tell three results and no more.
const timed = `#!/bin/sh
told() {
	n=0
	while IFS= read -r line; do
		printf '%%s\n' "$line"
		case $line in *'"result"'*) n=$((n+1));; esac
		[ $n -lt 3 ] || while :; do sleep 1; done
	done
}
if [ -e %[1]s/hold ] && [ "$SLURMD_NODENAME" = n1 ]; then
	%[1]s/lamina "$@" | told
else
	%[1]s/lamina "$@"
fi
code=$?
times >%[1]s/times.new.$$ && mv %[1]s/times.new.$$ %[1]s/times.$$
exit $code
`

// ownCache returns the variable by which a run has a cache of its own: the second would take half the
// time with the first one's machine code.
func (s *slurm) ownCache(run string) string {
	return "XDG_CACHE_HOME=" + filepath.Join(s.dir, "cache-"+run)
}

// files returns the contents of the files of the cluster's folder that match a pattern, by name.
func (s *slurm) files(t *testing.T, pattern string) map[string]string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	return texts
}

// workers returns the processor time of the workers that ended, and their number.
func (s *slurm) workers(t *testing.T) (spent time.Duration, count int) {
	files := s.files(t, "times.[0-9]*")
	for file, text := range files {
		for word := range strings.FieldsSeq(text) { // of the shell and of its children: 0m1.25s
			d, err := time.ParseDuration(word)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			spent += d
		}
	}
	return spent, len(files)
}

// used returns the processor time of a command that ended, with the processes that it started.
func used(c *exec.Cmd) time.Duration {
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// outcomes returns a report's contents without times.
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

// granted is a worker's command that leaves in a file which GPUs Slurm granted it, and how many
// other workers are on its node. %[1]s is the cluster's folder.
const granted = `#!/bin/sh
mkdir %[1]s/on-$SLURMD_NODENAME || echo "two at a time" >%[1]s/gpus.$$
echo "$SLURMD_NODENAME: $CUDA_VISIBLE_DEVICES" >>%[1]s/gpus.$$
%[1]s/lamina "$@"
code=$?
rmdir %[1]s/on-$SLURMD_NODENAME
exit $code
`

// TestSlurmGrantsGPUs: with --gres each worker has a GPU of its node for itself, so that four
// shards take turns on two nodes with one GPU each.
func TestSlurmGrantsGPUs(t *testing.T) {
	stepOnly(t)
	s := startSlurm(t)
	lamina := s.build(t)
	s.write(t, "granted", fmt.Sprintf(granted, s.dir), 0o755)
	c := exec.Command(lamina, "conformance", "--backend", "wasm", "--fuzz", "8", "--seed", "1", "--pipelines", "none/inprocess", "--json", filepath.Join(s.dir, "out.json"),
		"--launcher", "slurm", "--shards", "4", "--gres", "gpu:1", "--work", filepath.Join(s.dir, "work"), "--remote", filepath.Join(s.dir, "granted"))
	c.Env, c.Dir = s.env, s.dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := s.files(t, "gpus.*")
	for _, got := range files {
		if got != "n1: 0\n" && got != "n2: 0\n" {
			t.Errorf("a worker ran on %q, want one of the nodes alone, with its GPU 0", got)
		}
	}
	if len(files) != 4 {
		t.Errorf("%d workers, want 4", len(files))
	}
}

// TestSlurmKinds: each kind of nodes gets a job array of its own, whose workers run where its GPUs
// are, and the report has a device for each kind.
func TestSlurmKinds(t *testing.T) {
	stepOnly(t)
	s := startSlurm(t)
	lamina := s.build(t)
	s.write(t, "granted", fmt.Sprintf(granted, s.dir), 0o755)
	report := filepath.Join(s.dir, "out.json")
	c := exec.Command(lamina, "conformance", "--backend", "wasm", "--fuzz", "8", "--seed", "1", "--pipelines", "none/inprocess", "--json", report,
		"--launcher", "slurm", "--shards", "2", "--kind", "red: --gres=gpu:red:1", "--kind", "blue: --gres=gpu:blue:1", "--work", filepath.Join(s.dir, "work"), "--remote", filepath.Join(s.dir, "granted"))
	c.Env, c.Dir = s.env, s.dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := map[string]int{}
	for _, got := range s.files(t, "gpus.*") {
		ran[got]++
	}
	if diff := cmp.Diff(map[string]int{"n1: 0\n": 2, "n2: 0\n": 2}, ran); diff != "" {
		t.Errorf("workers on nodes, with their GPUs (-want +got):\n%s", diff)
	}
	var devices []string
	for _, line := range outcomes(t, report) {
		if strings.Contains(line, " results, ") {
			devices = append(devices, line)
		}
	}
	if len(devices) != 2 || !strings.Contains(devices[0], "red") || !strings.Contains(devices[1], "blue") {
		t.Errorf("the devices are %q, want one of each kind", devices)
	}
}

// built is the command, built once for all tests, in a folder of its own.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "lamina-cluster-")
	if err != nil {
		return "", err
	}
	lamina := filepath.Join(dir, "lamina")
	if out, err := exec.Command("go", "build", "-o", lamina, "github.com/lamina-lang/lamina/tools/lamina").CombinedOutput(); err != nil {
		return lamina, fmt.Errorf("%w\n%s", err, out)
	}
	return lamina, nil
})

var wasBuilt bool

func TestMain(m *testing.M) {
	code := m.Run()
	if wasBuilt {
		lamina, _ := built() // the test that needed it failed if there is none
		if lamina != "" {
			os.RemoveAll(filepath.Dir(lamina))
		}
	}
	os.Exit(code)
}

// build puts the command into the cluster's folder.
func (s *slurm) build(t *testing.T) string {
	t.Helper()
	wasBuilt = true
	lamina, err := built()
	if err != nil {
		t.Fatal(err)
	}
	here := filepath.Join(s.dir, "lamina")
	if err := os.Symlink(lamina, here); err != nil {
		t.Fatal(err)
	}
	return here
}

// programsOfTheStep is the variable that tells the number of programs of the step slurm.
const programsOfTheStep = "LAMINA_SLURM_PROGRAMS"

// stepOnly skips a test that would make ordinary ones long.
func stepOnly(t *testing.T) {
	t.Helper()
	if os.Getenv(programsOfTheStep) == "" {
		t.Skipf("starts another cluster: %s is not set (tools/test slurm)", programsOfTheStep)
	}
}

// TestSlurm runs generated programs on a cluster of which a node dies, and on this machine: the
// reports are equal.
func TestSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster and waits for it to miss a node")
	}
	s := startSlurm(t)
	lamina := s.build(t)
	s.write(t, "timed", fmt.Sprintf(timed, s.dir), 0o755)
	programs, before := 40, 1 // results before the node is lost
	if n := os.Getenv(programsOfTheStep); n != "" {
		var err error
		if programs, err = strconv.Atoi(n); err != nil {
			t.Fatal(err)
		}
		before = programs / 2
	} else { // so few might be done before the node is lost
		s.write(t, "hold", "", 0o644)
	}
	flags := []string{"conformance", "--backend", "wasm", "--fuzz", strconv.Itoa(programs), "--seed", "1", "--pipelines", "all/inprocess", "--json"}
	here, there := filepath.Join(s.dir, "here.json"), filepath.Join(s.dir, "there.json")
	begin := time.Now()
	alone := exec.Command(lamina, append(flags, here, "--jobs", "4")...)
	alone.Env = append(os.Environ(), s.ownCache("here"))
	if out, err := alone.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%d programs on this machine, by four processes: %v, %v of processor time", programs, time.Since(begin), used(alone))

	begin = time.Now()
	work := filepath.Join(s.dir, "work")
	spread := exec.Command(lamina, append(flags, there, "--launcher", "slurm", "--shards", "4", "--partition", "all", "--work", work, "--remote", filepath.Join(s.dir, "timed"))...)
	spread.Env, spread.Dir = append(s.env[:len(s.env):len(s.env)], s.ownCache("there")), s.dir
	var out bytes.Buffer
	spread.Stdout, spread.Stderr = &out, &out
	if err := spread.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- spread.Wait() }()
	for journal := filepath.Join(work, "journal.jsonl"); ; {
		text, _ := os.ReadFile(journal) // not there at first
		if bytes.Count(text, []byte(`"result"`)) >= before && len(s.jobs(t, "n1")) > 0 {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("ended before a node was lost: %v\n%s", err, &out)
		case <-time.After(50 * time.Millisecond):
		}
	}
	killed := s.lose(t, "n1")
	t.Logf("a node is lost after %v, with at least %d results", time.Since(begin), before)
	err := <-ended
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
	s.await(t, "the processor times of four workers", func() bool { _, n := s.workers(t); return n >= 4 })
	workers, _ := s.workers(t)
	all := workers + killed + used(spread) + s.daemons()
	more := 100 * (all.Seconds()/used(alone).Seconds() - 1)
	t.Logf("processor time: workers %v, those on the lost node %v, coordinator %v, Slurm %v: %.1f %% more than on one machine",
		workers, killed, used(spread), s.daemons(), more)
	if programs >= 20000 && more > 10 { // starting workers weighs much among few
		t.Errorf("Slurm costs %.1f %% more processor time, and may cost 10", more)
	}
}
