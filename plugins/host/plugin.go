package host

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// Plugin is a plugin known to a host.
type Plugin struct {
	Name, Version string
	Source        Source
	Passes        []*pass.Pass // each runs in the plugin

	host      *Host
	limits    Limits
	transport transport
	digest    string
	isWasm    bool
	code      []byte                   // for a module in a file
	described *passpb.DescribeResponse // the plugin's description, if requested
	stderr    *labelled

	trusted bool         // it is part of the compiler
	several bool         // it accepts several passes per request, and reports on each
	newest  uint32       // the newest version of the IR that it reads
	along   []*pass.Pass // passes of the host that it can run between its own

	mu      sync.Mutex
	session session // nil until needed
	closed  bool
}

// transport is a way to reach a plugin.
type transport interface {
	// name returns process, wasm or inprocess.
	name() string
	// connect starts a session. The error is a Fault.
	connect(ctx context.Context) (session, error)
}

// session is a plugin that answers calls, several at once, until it is closed.
type session interface {
	grpc.ClientConnInterface
	// within returns a context that ends when a call takes longer than the limit.
	within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc)
	// explain returns the cause of a failed call. ctx is the call's context.
	explain(ctx context.Context, doing string, err error) error
	// survives reports whether the session continues to work after a failed call.
	survives() bool
	close() error
}

// Transport returns process, wasm or inprocess.
func (p *Plugin) Transport() string { return p.transport.name() }

// Digest returns the SHA-256 of the plugin's file, in hexadecimal.
func (p *Plugin) Digest() string { return p.digest }

// OfCompiler reports whether the plugin is part of the compiler, as the memory passes are.
func (p *Plugin) OfCompiler() bool { return p.trusted || p.Source.Ours || p.Source.Called != "" }

func (p *Plugin) fault(did, do string) *Fault {
	return &Fault{Plugin: p.Source.label(), Did: did, Do: do}
}

func (p *Plugin) close() error {
	p.mu.Lock()
	s := p.session
	p.session, p.closed = nil, true
	p.mu.Unlock()
	p.stderr.flush()
	if s == nil {
		return nil
	}
	return s.close()
}

// Warm starts the plugin, so that the first pass need not wait for it. Errors are reported
// by that pass.
func (p *Plugin) Warm(ctx context.Context) { _, _ = p.connected(ctx) }

// connected returns the session, starting one if necessary.
func (p *Plugin) connected(ctx context.Context) (session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, fmt.Errorf("plugin %s is closed", p.Source.label())
	}
	if p.session == nil {
		s, err := p.transport.connect(ctx)
		if err != nil {
			return nil, err
		}
		p.session = s
	}
	return p.session, nil
}

// leave makes the next call start another session than s. It returns true only to the first
// caller that leaves s, which must close it.
func (p *Plugin) leave(s session) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.session != s {
		return false
	}
	p.session = nil
	return true
}

// errAgain is the error of a call that another call's failure aborted.
var errAgain = errors.New("another call ended the session")

// call makes one call within the time limit.
func call[Q, A any](ctx context.Context, p *Plugin, doing string, in Q,
	method func(passrpc.PassServiceClient, context.Context, Q, ...grpc.CallOption) (A, error)) (A, error) {
	for {
		out, err := attempt(ctx, p, doing, in, method)
		if !errors.Is(err, errAgain) {
			return out, err
		}
	}
}

func attempt[Q, A any](ctx context.Context, p *Plugin, doing string, in Q,
	method func(passrpc.PassServiceClient, context.Context, Q, ...grpc.CallOption) (A, error)) (A, error) {
	var none A
	s, err := p.connected(ctx)
	if err != nil {
		return none, err
	}
	p.stderr.forget()
	limited, cancel := s.within(ctx, p.limits.Run)
	defer cancel()
	out, err := method(passrpc.NewPassServiceClient(s), limited, in)
	if err == nil {
		return out, nil
	}
	if !s.survives() {
		switch {
		case p.leave(s):
			defer s.close()
		case limited.Err() == nil:
			return none, errAgain
		}
	}
	if ctx.Err() != nil {
		return none, fmt.Errorf("plugin %s, %s: %w", p.Source.label(), doing, ctx.Err())
	}
	return none, s.explain(limited, doing, err)
}

// timedOut reports whether a call with this context ended because it took too long.
func timedOut(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return errors.Is(cause, errLate) || errors.Is(cause, context.DeadlineExceeded)
}

// tooSlow is the fault of a plugin that exceeded its time limit.
func (p *Plugin) tooSlow(doing string) *Fault {
	return p.fault(fmt.Sprintf("did not answer within %v, %s, and was stopped", p.limits.Run, doing),
		"allow it more with time = \"5m\" in lamina.toml, or tell its author")
}

// tooMuch is the fault of a plugin whose answer takes too much memory when decoded.
func (p *Plugin) tooMuch(doing string) *Fault {
	return p.fault(fmt.Sprintf("gave an answer that takes more than %d MiB when it is decoded, %s", p.limits.decoded()>>20, doing),
		"allow it more memory in lamina.toml, or tell its author")
}

// Limits on what a plugin may list.
const (
	mostPasses      = 1000
	mostOfPass      = 1000 // options and their choices, constraints, levels
	mostRemarks     = 10_000
	longestName     = 200
	longestSentence = 10_000
)

// withinNumbers checks that a description has a reasonable size.
func (p *Plugin) withinNumbers(d *passpb.DescribeResponse) error {
	if len(d.Name) > longestName || len(d.Version) > longestName {
		return p.fault(fmt.Sprintf("has a name or a version of more than %d bytes", longestName), tellAuthor)
	}
	if n := len(d.Passes); n > mostPasses {
		return p.fault(fmt.Sprintf("has %d passes, and %d are allowed", n, mostPasses), tellAuthor)
	}
	for _, q := range d.Passes {
		n, longest := len(q.From)+len(q.Options)+len(q.Constraints), max(len(q.Name), len(q.To))
		for _, o := range q.Options {
			n += len(o.Choices)
			longest = max(longest, len(o.Name))
		}
		switch {
		case longest > longestName:
			return p.fault(fmt.Sprintf("has a pass, or an option, with a name of more than %d bytes", longestName), tellAuthor)
		case n > mostOfPass || len(q.Summary) > longestSentence:
			return p.fault(fmt.Sprintf("declares pass %s with %d options, choices and constraints, or a summary of %d bytes, and %d and %d are allowed",
				q.Name, n, len(q.Summary), mostOfPass, longestSentence), tellAuthor)
		}
	}
	return nil
}

// describe gets the plugin's description from the plugin or the cache, and declares its
// passes.
func (p *Plugin) describe(ctx context.Context) error {
	d, known := p.cachedDescription()
	if !known {
		var err error
		in := &passpb.DescribeRequest{Protocol: protocol.Version, IrOldest: wire.Oldest, IrNewest: wire.Newest}
		if d, err = call(ctx, p, "asked what it is", in, passrpc.PassServiceClient.Describe); err != nil {
			return err
		}
	}
	if err := p.declare(d); err != nil {
		return err
	}
	if !known {
		p.cacheDescription(d)
	}
	return nil
}

// Described returns the plugin's description; nil if it was not requested.
func (p *Plugin) Described() *passpb.DescribeResponse { return p.described }

// declare declares the passes of a description.
func (p *Plugin) declare(d *passpb.DescribeResponse) error {
	if err := p.agrees(d); err != nil {
		return err
	}
	if err := p.withinNumbers(d); err != nil {
		return err
	}
	p.Name, p.Version = source.Printable(source.Cut(d.Name)), source.Printable(source.Cut(d.Version))
	p.several, p.newest, p.described = d.Several, d.IrNewest, d
	for _, q := range d.Passes {
		decl, err := declared(q, p.Source.Options[q.Name])
		if err != nil {
			return p.fault(fmt.Sprintf("declares pass %q wrongly: %v", q.Name, err), tellAuthor)
		}
		p.Passes = append(p.Passes, p.guest(decl))
	}
	for name := range p.Source.Options {
		if !p.has(name) {
			return p.fault(fmt.Sprintf("has no pass %q to set options of", name), "correct the options in lamina.toml")
		}
	}
	return nil
}

func (p *Plugin) has(name string) bool {
	for _, q := range p.Passes {
		if q.Name == name {
			return true
		}
	}
	return false
}

// agrees checks that the plugin and this host support a common version.
func (p *Plugin) agrees(d *passpb.DescribeResponse) error {
	switch {
	case !d.Complete:
		return p.fault("gave an answer that was cut off, asked what it is", tellAuthor)
	case d.Protocol != protocol.Version:
		return p.fault(fmt.Sprintf("speaks version %d of the protocol, and this lamina speaks version %d", d.Protocol, protocol.Version), updateIt)
	case d.IrNewest < wire.Oldest || d.IrOldest > wire.Oldest:
		return p.fault(fmt.Sprintf("reads %s of the IR, and this lamina writes %s", wire.Versions(d.IrOldest, d.IrNewest), wire.Versions(wire.Oldest, wire.Newest)), updateIt)
	case d.Name == "":
		return p.fault("has no name", tellAuthor)
	}
	return nil
}
