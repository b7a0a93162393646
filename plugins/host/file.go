package host

import (
	"fmt"
	"io/fs"
	"os"
)

// SpecialError is of a file that is no regular one, which nobody should read as one:
// to open a named pipe is to wait for a writer, and a device may have no end.
type SpecialError struct{ Kind string }

func (e *SpecialError) Error() string { return "is " + e.Kind }

// kindOf says what a file that is no regular one is.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// OpenRegular opens a regular file, and never waits. What else there is under that name
// is a *SpecialError.
func OpenRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path) // before it is opened, which can make a device do something
	if err == nil && !info.Mode().IsRegular() {
		err = &SpecialError{kindOf(info.Mode())}
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		return nil, nil, err
	}
	// Another file may have taken its place.
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &SpecialError{kindOf(info.Mode())}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Private reports, as an error, that others than this user and the system's
// administrator could change what the file holds: they own it or its folder, or may
// write to one of them. A link counts with what it leads to.
func Private(file string) error {
	for _, path := range placesOf(file) {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if why := othersMayWrite(info); why != "" {
			return fmt.Errorf("%s %s", path, why)
		}
	}
	return nil
}
