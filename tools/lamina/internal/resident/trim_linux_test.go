package resident

import (
	"os"
	"strings"
	"testing"
)

// TestTrim requires that pages of the executable are unmapped, and that the process still runs.
func TestTrim(t *testing.T) {
	before := fileKiB(t)
	Trim()
	after := fileKiB(t)
	if after >= before {
		t.Errorf("%d KiB of files were mapped before, %d after", before, after)
	}
	if got := strings.Repeat("ab", 3); got != "ababab" {
		t.Errorf("afterwards Repeat gives %q", got)
	}
}

// fileKiB returns how much of files is mapped and resident.
func fileKiB(t *testing.T) (n int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(status), "RssFile:")
	for _, c := range strings.TrimLeft(rest, " \t") {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
	}
	if !found {
		t.Skip("the system does not tell how much of files is resident (no RssFile in /proc/self/status)")
	}
	return n
}

func TestParseMapping(t *testing.T) {
	m, ok := parseMapping([]byte("00400000-01a2e000 r-xp 00000000 fe:00 1234                       /a folder/lamina (deleted)"))
	if want := (mapping{0x400000, 0x1a2e000, "r-xp", "/a folder/lamina (deleted)"}); !ok || m != want {
		t.Errorf("got %+v, %v; want %+v", m, ok, want)
	}
	if !m.isReadOnly() {
		t.Error("r-xp may be written")
	}
	if m, ok := parseMapping([]byte("030b4000-03653000 rw-p 02cb4000 fe:00 1234   /usr/bin/lamina")); !ok || m.isReadOnly() {
		t.Errorf("rw-p may not be written: %+v, %v", m, ok)
	}
	for _, line := range []string{"Rss:                 788 kB", "VmFlags: rd ex mr mw me sd", ""} {
		if m, ok := parseMapping([]byte(line)); ok {
			t.Errorf("%q is a mapping: %+v", line, m)
		}
	}
}
