// Package passrpc is the service lamina.pass.v1 over gRPC.
package passrpc

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // registers the codec for other messages
	"google.golang.org/grpc/mem"
)

// Codec encodes the messages of package passpb, which have no reflection, and leaves all
// other messages to protobuf's runtime.
var Codec encoding.CodecV2 = codec{}

// CodecWithin is Codec, but fails to decode a message that would take more than most bytes
// in addition to its encoding.
func CodecWithin(most int64) encoding.CodecV2 { return codec{most} }

type codec struct{ most int64 }

type message interface {
	Marshal() []byte
	UnmarshalWithin(b []byte, most int64) error
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

func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	if m, ok := v.(message); ok {
		return m.UnmarshalWithin(data.Materialize(), c.most)
	}
	other := encoding.GetCodecV2("proto")
	if other == nil {
		return fmt.Errorf("no codec for %T", v)
	}
	return other.Unmarshal(data, v)
}
