package cluster_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stalling is a worker's command whose first worker of each task tells two results and no more. %[1]s is the
// cluster's folder.
const stalling = `#!/bin/sh
told() {
	n=0
	while IFS= read -r line; do
		printf '%%s\n' "$line"
		case $line in *'"result"'*) n=$((n+1));; esac
		[ $n -lt 2 ] || while :; do echo $SLURMD_NODENAME >%[1]s/stalled.$SLURM_ARRAY_TASK_ID; sleep 1; done
	done
}
if mkdir %[1]s/began.$SLURM_ARRAY_TASK_ID 2>/dev/null; then
	%[1]s/lamina "$@" | told
else
	exec %[1]s/lamina "$@"
fi
`

// TestSlurmInterrupted: of three shards one is cancelled, one preempted by a job of a partition of higher
// priority, and one runs into the limit of its job. All go on, and the report is that of a run without Slurm.
func TestSlurmInterrupted(t *testing.T) {
	stepOnly(t)
	s := startSlurm(t)
	lamina := s.build(t)
	s.write(t, "stalling", fmt.Sprintf(stalling, s.dir), 0o755)
	flags := []string{"conformance", "--backend", "wasm", "--fuzz", "24", "--seed", "1", "--pipelines", "none/inprocess", "--json"}
	here, there := filepath.Join(s.dir, "here.json"), filepath.Join(s.dir, "there.json")
	if out, err := exec.Command(lamina, append(flags, here)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := exec.Command(lamina, append(flags, there, "--launcher", "slurm", "--shards", "3", "--partition", "all", "--sbatch=--time=1",
		"--work", filepath.Join(s.dir, "work"), "--remote", filepath.Join(s.dir, "stalling"))...)
	c.Env, c.Dir = s.env, s.dir
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	// Slurm looks for jobs over their limit every half a minute, so that nothing else ends the first two before.
	s.await(t, "three workers that stall", func() bool { return len(s.files(t, "stalled.*")) == 3 })
	job := strings.Fields(s.run(t, "squeue", "--noheader", "--format=%F"))[0]
	on := map[string][]string{} // tasks, by node
	for file, node := range s.files(t, "stalled.*") {
		node = strings.TrimSpace(node)
		on[node] = append(on[node], strings.TrimPrefix(filepath.Ext(file), "."))
	}
	if len(on) != 2 {
		t.Fatalf("tasks are on %v, want two nodes", on)
	}
	crowded, node := "n1", "n2"
	if len(on[node]) == 2 {
		crowded, node = node, crowded
	}
	s.run(t, "scancel", job+"_"+on[crowded][0]) // the other one there runs into its limit
	s.run(t, "sbatch", "--partition=urgent", "--exclusive", "--nodelist="+node, "--output=/dev/null", "--wrap=true")
	if err := c.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	t.Logf("%s", &out)
	for _, why := range []string{"cancelled", "preempted", "timeout"} {
		if !strings.Contains(out.String(), "its job is "+why) {
			t.Errorf("no worker is said to be lost because its job is %s", why)
		}
	}
	if diff := cmp.Diff(outcomes(t, here), outcomes(t, there)); diff != "" {
		t.Errorf("the reports differ:\n%s", diff)
	}
}
