// Package passrpc is the service lamina.pass.v1 over gRPC.
package passrpc

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the codec of other messages
	"google.golang.org/grpc/mem"
)

// Codec encodes the messages of package passpb, which have no reflection, and
// leaves all others to protobuf's own runtime.
var Codec encoding.CodecV2 = codec{}

type codec struct{}

type message interface {
	Marshal() []byte
	Unmarshal([]byte) error
}

func (codec) Name() string { return "proto" }

func (codec) Marshal(v any) (mem.BufferSlice, error) {
	if m, ok := v.(message); ok {
		return mem.BufferSlice{mem.SliceBuffer(m.Marshal())}, nil
	}
	other := encoding.GetCodecV2("proto")
	if other == nil {
		return nil, fmt.Errorf("no codec for %T", v)
	}
	return other.Marshal(v)
}

func (codec) Unmarshal(data mem.BufferSlice, v any) error {
	if m, ok := v.(message); ok {
		return m.Unmarshal(data.Materialize())
	}
	other := encoding.GetCodecV2("proto")
	if other == nil {
		return fmt.Errorf("no codec for %T", v)
	}
	return other.Unmarshal(data, v)
}
