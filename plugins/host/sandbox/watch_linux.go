package sandbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// interval is how often a process is looked at for what the kernel does not limit:
// what all its descendants use together.
const interval = 100 * time.Millisecond

// watch ends the process when it exceeds a limit.
func (p *Process) watch() {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-p.exit:
			return
		case <-ticker.C:
		}
		if e := p.excess(); e != nil {
			p.broken.Store(e)
			_ = p.Kill()
			return
		}
	}
}

// excess is a limit that is exceeded now, nil if none is.
func (p *Process) excess() *Excess {
	pids, tasks := descendants(p.PID(), p.policy.Tasks)
	if p.policy.Tasks > 0 && tasks > p.policy.Tasks {
		return &Excess{"threads", strconv.Itoa(p.policy.Tasks)}
	}
	if p.policy.Memory == 0 {
		return nil
	}
	used := p.written()
	for _, pid := range pids {
		used += resident(pid)
	}
	if used <= p.policy.Memory {
		return nil
	}
	// What processes share was counted for each of them.
	used = p.written()
	for _, pid := range pids {
		if n := share(pid); n > 0 {
			used += n
		} else {
			used += resident(pid)
		}
	}
	if used <= p.policy.Memory {
		return nil
	}
	return &Excess{"memory", fmt.Sprintf("%d MiB", p.policy.Memory>>20)}
}

// descendants lists a process and all that descend from it, and how many threads they
// have; not many more than most.
func descendants(pid, most int) (pids []int, tasks int) {
	pids = []int{pid}
	for i := 0; i < len(pids) && (most == 0 || tasks <= most); i++ {
		threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pids[i]))
		if err != nil {
			continue
		}
		tasks += len(threads)
		for _, t := range threads {
			pids = append(pids, children(fmt.Sprintf("/proc/%d/task/%s/children", pids[i], t.Name()))...)
		}
	}
	return pids, tasks
}

// children reads one of the kernel's lists of processes.
func children(file string) []int {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var out []int
	for _, word := range bytes.Fields(b) {
		if pid, err := strconv.Atoi(string(word)); err == nil {
			out = append(out, pid)
		}
	}
	return out
}

// resident is the memory that a process has for itself or shares with others, in
// bytes, without that of files.
func resident(pid int) int64 {
	return kilobytes(fmt.Sprintf("/proc/%d/status", pid), "RssAnon:", "RssShmem:", "VmSwap:") << 10
}

// share is that memory with what is shared divided among those that share it. To tell
// takes the kernel longer.
func share(pid int) int64 {
	return kilobytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss_Anon:", "Pss_Shmem:", "SwapPss:") << 10
}

// kilobytes adds up lines of a file of the kernel's.
func kilobytes(file string, names ...string) int64 {
	f, err := os.Open(file)
	if err != nil {
		return 0
	}
	defer f.Close()
	var sum int64
	for s := bufio.NewScanner(f); s.Scan(); {
		for _, name := range names {
			if rest, ok := strings.CutPrefix(s.Text(), name); ok {
				n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
				sum += n
			}
		}
	}
	return sum
}

// mostFiles is how many files a process may make in its folders.
const mostFiles = 10000

// written is the size of the files in the folders that a strict sandbox may write to.
func (p *Process) written() int64 {
	if !p.policy.Strict {
		return 0
	}
	var sum int64
	files := 0
	for _, folder := range p.policy.Write {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if files++; files > mostFiles {
				sum = p.policy.Memory + 1
				return filepath.SkipAll
			}
			var info unix.Stat_t
			if err == nil && unix.Lstat(path, &info) == nil {
				sum += info.Blocks * 512
			}
			return nil
		})
	}
	return sum
}
