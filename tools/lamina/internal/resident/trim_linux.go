package resident

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Trim unmaps the pages of the executable, which stay in the system's cache: what the process
// still needs is mapped again when it is touched. Nothing else changes, so what fails here is
// ignored.
func Trim() {
	for _, m := range readOnly() {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.end-m.start, syscall.MADV_DONTNEED)
	}
}

// readOnly returns the mappings of the executable whose pages hold what the file holds. Some of what
// cannot be written now may have been written before: such pages count as anonymous.
var readOnly = sync.OnceValue(func() (out []mapping) {
	name, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return nil
	}
	defer f.Close()
	var m mapping
	found := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Bytes()
		if next, ok := parseMapping(line); ok {
			m = next
			if m.file == name {
				found = true
			} else if found {
				break // what lies behind the executable takes the system long to count
			}
		} else if m.file == name && m.isReadOnly() && bytes.HasPrefix(line, []byte("Anonymous:")) && bytes.HasSuffix(line, []byte(" 0 kB")) {
			out = append(out, m)
		}
	}
	return out
})

// mapping is the first line of an entry of smaps.
type mapping struct {
	start, end  uintptr
	permissions string
	file        string
}

// isReadOnly reports whether the pages cannot be written.
func (m *mapping) isReadOnly() bool { return len(m.permissions) == 4 && m.permissions[1] == '-' }

// parseMapping parses lines like "00400000-01a2e000 r-xp 00000000 fe:00 1234   /usr/bin/lamina".
func parseMapping(line []byte) (m mapping, ok bool) {
	fields := bytes.Fields(line)
	if len(fields) < 5 || bytes.HasSuffix(fields[0], []byte(":")) {
		return mapping{}, false
	}
	start, end, _ := strings.Cut(string(fields[0]), "-")
	from, err := strconv.ParseUint(start, 16, 64)
	if err != nil {
		return mapping{}, false
	}
	to, err := strconv.ParseUint(end, 16, 64)
	if err != nil {
		return mapping{}, false
	}
	m = mapping{start: uintptr(from), end: uintptr(to), permissions: string(fields[1])}
	if len(fields) > 5 {
		_, path, _ := bytes.Cut(line, []byte("/"))
		m.file = "/" + string(path)
	}
	return m, true
}
