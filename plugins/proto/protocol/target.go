package protocol

import (
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
)

// EncodeTarget returns the message that describes a machine.
func EncodeTarget(t target.Target) *passpb.Target {
	return &passpb.Target{
		Name:          t.Name,
		ReduceChunk:   t.ReduceChunk,
		MaxBlockBytes: t.MaxBlockBytes,
		Grid:          t.Grid,
		Group:         t.Group,
		Strip:         t.Strip,
		Progress:      t.Progress,
		StripBytes:    t.StripBytes,
		Math:          string(t.Math),
		Mapped:        t.Mapped,
	}
}

// DecodeTarget is the inverse of EncodeTarget.
func DecodeTarget(m *passpb.Target) target.Target {
	return target.Target{
		Name:          m.GetName(),
		ReduceChunk:   m.GetReduceChunk(),
		MaxBlockBytes: m.GetMaxBlockBytes(),
		Grid:          m.GetGrid(),
		Group:         m.GetGroup(),
		Strip:         m.GetStrip(),
		Progress:      m.GetProgress(),
		StripBytes:    m.GetStripBytes(),
		Math:          target.Math(m.GetMath()),
		Mapped:        m.GetMapped(),
	}
}
