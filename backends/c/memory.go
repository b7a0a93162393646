package c

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// LimitVariable names the variable that limits the bytes in a program's arrays.
const LimitVariable = "LAMINA_C_MEMORY"

// memoryLimit is the number of bytes that a program's arrays may have together: what the
// variable says, or else all of the memory that the machine, or this process's control group,
// has.
func memoryLimit() (int64, error) {
	if text := os.Getenv(LimitVariable); text != "" {
		n, err := parseBytes(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", LimitVariable, err)
		}
		return n, nil
	}
	limit := int64(1) << 46
	if runtime.GOOS != "linux" {
		return limit, nil
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) >= 2 && words[0] == "MemTotal:" {
				if n, err := strconv.ParseInt(words[1], 10, 64); err == nil {
					limit = n << 10
				}
			}
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
				limit = min(limit, n)
			}
		}
	}
	return limit, nil
}

// parseBytes reads a number of bytes, which may end in K, M, G or T.
func parseBytes(text string) (int64, error) {
	shift := 0
	digits := text
	if i := strings.IndexByte("KMGT", text[len(text)-1]); i >= 0 {
		shift, digits = 10*(i+1), text[:len(text)-1]
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > (1<<62)>>shift {
		return 0, fmt.Errorf("%q is not a number of bytes: write one like 500000000, 500M or 4G", text)
	}
	return n << shift, nil
}

// sizeText is a number of bytes for people.
func sizeText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	x, prefixes := float64(n)/unit, "KMGTPE"
	for x >= unit && len(prefixes) > 1 {
		x, prefixes = x/unit, prefixes[1:]
	}
	return fmt.Sprintf("%.1f %ciB", x, prefixes[0])
}
