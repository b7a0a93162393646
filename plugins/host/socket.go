package host

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// The socket of a plugin lies in FOLDER/plugin-dirN/pluginN, the two names by
// go-plugin, where N is a random number of up to ten digits. The system cuts off
// or refuses the names of sockets that are longer than 107 bytes on Linux, 103 on
// macOS: a folder whose own name is long makes some plugins, by chance of the
// digits, unable to listen.
const (
	longestSocket = 103
	belowFolder   = len("/plugin-dir4294967295/plugin4294967295")
	ownName       = len("/lamina-4294967295")
	// longestTemporary is the length of the longest name of a folder for temporary
	// files that sockets can be made in.
	longestTemporary = longestSocket - belowFolder - ownName
)

// socketFolder makes a folder for a socket that only this user may enter: in the
// folder for temporary files, or where its name is too long, in /tmp.
func socketFolder() (string, error) {
	places := []string{os.TempDir(), "/tmp"}
	places = slices.DeleteFunc(places, func(place string) bool { return len(place) > longestTemporary })
	errs := []error{fmt.Errorf("no folder for its socket can be made; set TMPDIR to one whose name has at most %d bytes", longestTemporary)}
	for _, place := range places {
		folder, err := os.MkdirTemp(place, "lamina-")
		if err == nil {
			return folder, nil
		}
		errs = append(errs, err)
	}
	return "", errors.Join(errs...)
}
