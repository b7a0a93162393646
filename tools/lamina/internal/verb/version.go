package verb

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// VersionText returns the module's version, the commit if known, and the toolchain.
func VersionText() string {
	return fmt.Sprintf("%s (%s, %s/%s)", SourceVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// SourceVersion names what this executable was built of.
func SourceVersion() string {
	version, commit := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" {
			version = v
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				commit = " " + s.Value[:12]
			}
		}
	}
	return version + commit
}
