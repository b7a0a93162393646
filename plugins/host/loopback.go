package host

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"

	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// loopback is the transport to code of this process. Requests and answers are encoded
// nevertheless, so that a plugin under test gets what it will get later.
type loopback struct{ server protocol.Service }

func (loopback) name() string { return "inprocess" }

func (l loopback) connect(context.Context) (session, error) { return l, nil }

func (l loopback) explain(_ context.Context, _ string, err error) error { return err }

func (loopback) within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, limit)
}

func (loopback) survives() bool { return true }

func (loopback) close() error { return nil }

// message is a request or an answer.
type message interface {
	Marshal() []byte
	Unmarshal([]byte) error
	UnmarshalWithin(b []byte, most int64) error
}

// Invoke makes a call. It implements gRPC's interface for client stubs.
func (l loopback) Invoke(ctx context.Context, method string, in, out any, _ ...grpc.CallOption) error {
	b := in.(message).Marshal()
	var answer message
	switch method {
	case protocol.Describe:
		request := new(passpb.DescribeRequest)
		if err := request.Unmarshal(b); err != nil {
			return err
		}
		a, err := l.server.Describe(ctx, request)
		if err != nil {
			return err
		}
		answer = a
	case protocol.Run:
		request := new(passpb.RunRequest)
		if err := request.Unmarshal(b); err != nil {
			return err
		}
		a, err := l.server.Run(ctx, request)
		if err != nil {
			return err
		}
		answer = a
	default:
		return fmt.Errorf("there is no method %s", method)
	}
	return out.(message).Unmarshal(answer.Marshal())
}

// NewStream is not used by the service.
func (loopback) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errNoStreams
}
