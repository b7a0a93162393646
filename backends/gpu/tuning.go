package gpu

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Tuning replaces what this package decides about geometry, for measurements. It is
// taken from the environment variable LAMINA_GPU_TUNE, as in rows=8,width=5; what is
// not there is decided as ever.
type tuning struct {
	rows, columns int64 // of a thread that takes several points
	width         int64 // the logarithm of a tile's width in threads
	groups        int64 // for each unit, of the wide form of a parallel statement
}

const tuningVariable = "LAMINA_GPU_TUNE"

func tuningFromEnvironment() (t tuning, err error) {
	text := os.Getenv(tuningVariable)
	if text == "" {
		return t, nil
	}
	for _, setting := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(setting, "=")
		known := map[string]struct {
			to   *int64
			most int64
		}{
			"rows": {&t.rows, 16}, "columns": {&t.columns, 16}, "width": {&t.width, logGroup}, "groups": {&t.groups, 1 << 16},
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if s, ok := known[name]; !ok || err != nil || n < 1 || n > s.most {
			return t, fmt.Errorf("%s: %q is not rows=1…16, columns=1…16, width=1…%d or groups=1…65536", tuningVariable, setting, logGroup)
		} else {
			*s.to = n
		}
	}
	return t, nil
}

// or is x, or where that is not set the default.
func or(x, otherwise int64) int64 {
	if x == 0 {
		return otherwise
	}
	return x
}
