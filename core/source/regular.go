package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// SpecialError is the error for a file that is not a regular file and must not be read as
// one: opening a named pipe waits for a writer, and a device may be endless.
type SpecialError struct{ Kind string }

func (e *SpecialError) Error() string { return "is " + e.Kind }

// kindOf describes the kind of a file that is not regular.
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

// OpenRegular opens a regular file, and never blocks. Anything else of that name is a
// *SpecialError.
func OpenRegular(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path) // before opening it, which can have effects on a device
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
	// Another file may have replaced it.
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &SpecialError{kindOf(info.Mode())}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Regular returns a *SpecialError if a file is there that is not regular.
func Regular(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return &SpecialError{kindOf(info.Mode())}
	}
	return nil
}

// ReadRegular reads the text of a program, or of a part of one, in a file that another file or a
// folder names, and nobody on the command line: only a regular one is read.
func ReadRegular(path string) ([]byte, error) {
	f, _, err := OpenRegular(path)
	if special := (*SpecialError)(nil); errors.As(err, &special) {
		return nil, fmt.Errorf("%s %w", Printable(path), err)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadText(f, path)
}
