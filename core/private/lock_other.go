//go:build !unix

package private

import (
	"errors"
	"os"
)

// takeLock does nothing: nothing is swept on this system.
func takeLock(*os.File) bool { return true }

func openOwn(string) (*os.File, error) { return nil, errors.ErrUnsupported }
