package sym

import (
	"fmt"
	"strings"
)

// Proof is an argument that a person can read: a claim with its reason, and the
// proofs that it rests on. Its text is made only when asked for, because most
// proofs are never read.
type Proof struct {
	format string
	args   []any
	parts  []*Proof
	under  *Prover // what the letters stand for, if anything
}

// NewProof states a claim, in the manner of fmt.Sprintf, that follows from parts.
func NewProof(parts []*Proof, format string, args ...any) *Proof {
	return &Proof{format: format, args: args, parts: parts}
}

// Under tells before the parts of p what its letters stand for.
func (p *Proof) Under(prover *Prover) *Proof {
	p.under = prover
	return p
}

// Claim is the proof's own line.
func (p *Proof) Claim() string { return fmt.Sprintf(p.format, p.args...) }

// Parts are the proofs that the claim rests on.
func (p *Proof) Parts() []*Proof {
	if p.under == nil {
		return p.parts
	}
	var out []*Proof
	for _, line := range p.under.Given() {
		out = append(out, NewProof(nil, "given %s", line))
	}
	return append(out, p.parts...)
}

// String prints the claim and, indented below it, its parts.
func (p *Proof) String() string {
	var b strings.Builder
	p.write(&b, 0)
	return b.String()
}

func (p *Proof) write(b *strings.Builder, depth int) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(strings.Repeat("  ", depth))
	b.WriteString(p.Claim())
	for _, part := range p.Parts() {
		part.write(b, depth+1)
	}
}
