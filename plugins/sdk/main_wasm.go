//go:build wasip1

package sdk

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// Serve is Main for any service. It answers one call and exits: the first argument is the
// method, the request comes from standard input, and the answer goes to standard output.
// Passes' output goes to standard error.
func Serve(s protocol.Service) {
	collector := debug.SetGCPercent(-1)
	answer := os.Stdout
	os.Stdout = os.Stderr
	if err := serve(s, answer, collector); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serve(s protocol.Service, answer io.Writer, collector int) error {
	if len(os.Args) != 2 {
		return fmt.Errorf("this is a Lamina plugin: load it with lamina --plugin FILE")
	}
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	// A call on a typical program is short: collecting its garbage is not worth the time.
	if len(in) > 4<<20 {
		debug.SetGCPercent(collector)
	}
	var out []byte
	switch method := os.Args[1]; method {
	case protocol.Describe:
		out, err = call(in, new(passpb.DescribeRequest), s.Describe)
	case protocol.Run:
		out, err = call(in, new(passpb.RunRequest), s.Run)
	default:
		err = fmt.Errorf("there is no method %q in version %d of the protocol", method, protocol.Version)
	}
	if err != nil {
		return err
	}
	_, err = answer.Write(out)
	return err
}

type decoder interface{ Unmarshal([]byte) error }
type encoder interface{ Marshal() []byte }

// call decodes a request, runs the method and encodes the answer.

func call[Q decoder, A encoder](in []byte, request Q, method func(context.Context, Q) (A, error)) ([]byte, error) {
	if err := request.Unmarshal(in); err != nil {
		return nil, fmt.Errorf("decoding the request: %w", err)
	}
	answer, err := method(context.Background(), request)
	if err != nil {
		return nil, err
	}
	return answer.Marshal(), nil
}
