package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/lamina-lang/lamina/core/private"
)

// A plugin's socket is FOLDER/lamina-N/t/plugin-dirN/pluginN, where go-plugin chooses the
// last two names and N is a random number of up to ten digits. Systems truncate or refuse
// socket names longer than 107 bytes on Linux, 103 on macOS: in a folder with a long name
// some plugins, depending on the random digits, could not listen.
const (
	longestSocket = 103
	belowFolder   = len("/plugin-dir4294967295/plugin4294967295")
	ownName       = len("/lamina-4294967295/t")
	// longestTemporary is the maximum length of the name of a temporary folder in which
	// sockets can be created.
	longestTemporary = longestSocket - belowFolder - ownName
)

// socketFolder is a temporary folder for a plugin's socket.
type socketFolder struct {
	*private.Temporary
	plugins string // the subfolder that the plugin may write to
}

// newSocketFolder creates a folder for a socket: in the temporary folder or, if its name is
// too long, in /tmp.
func newSocketFolder() (*socketFolder, error) {
	places := []string{os.TempDir(), "/tmp"}
	places = slices.DeleteFunc(places, func(place string) bool { return len(place) > longestTemporary })
	errs := []error{fmt.Errorf("no folder for its socket can be made; set TMPDIR to one whose name has at most %d bytes", longestTemporary)}
	for _, place := range places {
		folder, err := private.NewTemporary(place)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		f := &socketFolder{folder, filepath.Join(folder.Path, "t")}
		if err := os.Mkdir(f.plugins, 0o700); err != nil {
			return nil, errors.Join(err, f.Remove())
		}
		return f, nil
	}
	return nil, errors.Join(errs...)
}
