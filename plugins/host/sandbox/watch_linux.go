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

// interval is the time between checks of what the kernel does not limit: the total of all
// descendants.
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

// excess returns a limit that is exceeded now, or nil.
func (p *Process) excess() *Excess {
	pids, tasks := descendants(p.PID(), p.policy.Tasks)
	if p.policy.Tasks > 0 && tasks > p.policy.Tasks {
		return &Excess{"threads", strconv.Itoa(p.policy.Tasks)}
	}
	if p.policy.Memory == 0 {
		return nil
	}
	files := p.written(pids)
	used := files
	for _, pid := range pids {
		used += resident(pid)
	}
	if used <= p.policy.Memory {
		return nil
	}
	// Shared memory was counted for each process.
	used = files
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
	return p.policy.memory()
}

// descendants lists a process and all its descendants, and counts their threads. It stops
// soon after most threads.
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

// resident returns a process's private and shared memory in bytes, excluding files.
func resident(pid int) int64 {
	return kilobytes(fmt.Sprintf("/proc/%d/status", pid), "RssAnon:", "RssShmem:", "VmSwap:") << 10
}

// share is resident with shared memory divided among the processes that share it. It is
// more expensive.
func share(pid int) int64 {
	return kilobytes(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss_Anon:", "Pss_Shmem:", "SwapPss:") << 10
}

// kilobytes sums lines of a kernel file.
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

// mostFiles is the maximum number of files that a process may create in its folders.
const mostFiles = 10000

// written returns the size of the files in the folders that a strict sandbox may write to, and of
// those that had a name there and are open.
func (p *Process) written(pids []int) int64 {
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
	return sum + deleted(pids)
}

// deleted returns the size of the open files that have no name any more, each once.
func deleted(pids []int) int64 {
	type file struct{ device, inode uint64 }
	seen := map[file]bool{}
	var sum int64
	for _, pid := range pids {
		names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
		for _, name := range names {
			var info unix.Stat_t
			if unix.Stat(name, &info) != nil || info.Mode&unix.S_IFMT != unix.S_IFREG || info.Nlink > 0 {
				continue
			}
			if f := (file{uint64(info.Dev), info.Ino}); !seen[f] {
				seen[f] = true
				sum += info.Blocks * 512
			}
		}
	}
	return sum
}
