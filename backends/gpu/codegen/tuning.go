package codegen

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Tuning replaces what this package decides about geometry, for measurements. It is
// taken from the environment variable LAMINA_GPU_TUNE, as in rows=8,width=5; what is
// not there is decided as ever.
type Tuning struct {
	rows, columns int64 // of a thread that takes several points
	Width         int64 // the logarithm of a tile's width in threads
	Groups        int64 // for each unit, of the wide form of a parallel statement
	Strip         int64 // that groups bring to shared memory, in groups' sizes
	Tile          int64 // KiB of shared memory for them
	overlap       int64 // 1: no group starts before the kernel before has ended
	turn          int64 // 1: no launch takes its tiles from the end
	quads         int64 // of elements in maps: 1: none; 2: of any type
	stage         int64 // rounds of a loop that come to shared memory at a time; 1: none
	Scan          int64 // how many times scans read their input, where once will do
}

const tuningVariable = "LAMINA_GPU_TUNE"

// TuningFromEnvironment returns what the environment says; an error tells what it may say.
func TuningFromEnvironment() (Tuning, error) { return parseTuning(os.Getenv(tuningVariable)) }

func parseTuning(text string) (t Tuning, err error) {
	if text == "" {
		return t, nil
	}
	for _, setting := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(setting, "=")
		known := map[string]struct {
			to   *int64
			most int64
		}{
			"rows": {&t.rows, 16}, "columns": {&t.columns, 16}, "width": {&t.Width, logGroup}, "groups": {&t.Groups, 1 << 16},
			"strip": {&t.Strip, 4}, "tile": {&t.Tile, 32}, "overlap": {&t.overlap, 2}, "turn": {&t.turn, 2}, "scan": {&t.Scan, 2}, "stage": {&t.stage, stageDepth}, "quads": {&t.quads, 2},
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if s, ok := known[name]; !ok || err != nil || n < 1 || n > s.most {
			return t, fmt.Errorf("%s: %q is not rows=1…16, columns=1…16, width=1…%d, groups=1…65536, strip=1…4, tile=1…32, overlap=1…2, turn=1…2, scan=1…2, stage=1…32 or quads=1…2", tuningVariable, setting, logGroup)
		} else {
			*s.to = n
		}
	}
	return t, nil
}

// OverlapWanted tells whether kernels are to overlap where a device allows that.
func OverlapWanted() bool {
	t, err := TuningFromEnvironment()
	return err == nil && t.overlap != 1
}

// Or is x, or where that is not set the default.
func Or(x, otherwise int64) int64 {
	if x == 0 {
		return otherwise
	}
	return x
}
