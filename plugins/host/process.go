package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/lamina-lang/lamina/plugins/proto/passrpc"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// process is the transport to an executable, over gRPC on a Unix socket in a
// folder that only this user may enter. Both sides prove who they are with TLS
// (go-plugin's AutoMTLS) if the plugin can; one that answers without a
// certificate has the socket alone.
type process struct {
	plugin  *Plugin
	client  *goplugin.Client
	command *command
	folder  string // of the socket
}

func (*process) name() string { return "process" }

var errNoStreams = errors.New("the service has no streams")

func (t *process) connect(ctx context.Context) (grpc.ClientConnInterface, error) {
	folder, err := os.MkdirTemp("", "lamina-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the socket of plugin %s: %w", t.plugin.Source.label(), err)
	}
	t.folder = folder
	config := &goplugin.ClientConfig{
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: folder},
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: protocol.CookieKey, MagicCookieValue: protocol.CookieValue},
		VersionedPlugins: map[int]goplugin.PluginSet{protocol.Version: {protocol.Served: called{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		StartTimeout:     t.plugin.limits.Start,
		AutoMTLS:         true,
		SkipHostEnv:      true,
		SyncStdout:       t.plugin.stderr,
		SyncStderr:       t.plugin.stderr,
		Logger:           hclog.NewNullLogger(),
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(
			grpc.ForceCodecV2(passrpc.Codec),
			grpc.MaxCallRecvMsgSize(int(t.plugin.limits.Answer)), grpc.MaxCallSendMsgSize(protocol.MaxMessage))},
		RunnerFunc: func(_ hclog.Logger, c *exec.Cmd, _ string) (runner.Runner, error) {
			t.command = newCommand(t.plugin, c.Env)
			return t.command, nil
		},
	}
	t.client = goplugin.NewClient(config)
	type started struct {
		conn *grpc.ClientConn
		err  error
	}
	done := make(chan started, 1)
	client := t.client
	go func() {
		conn, err := start(client, config)
		done <- started{conn, err}
	}()
	select {
	case s := <-done:
		if s.err != nil {
			err := t.notStarted(s.err)
			_ = t.close()
			return nil, err
		}
		return s.conn, nil
	case <-ctx.Done():
		go func() {
			<-done
			client.Kill()
			_ = os.RemoveAll(folder)
		}()
		return nil, fmt.Errorf("starting plugin %s: %w", t.plugin.Source.label(), ctx.Err())
	}
}

// start starts the process and connects to it.
func start(client *goplugin.Client, config *goplugin.ClientConfig) (*grpc.ClientConn, error) {
	if _, err := client.Start(); err != nil {
		return nil, err
	}
	if config.TLSConfig != nil && config.TLSConfig.RootCAs == nil {
		config.TLSConfig = nil // it showed no certificate
	}
	c, err := client.Client()
	if err != nil {
		return nil, err
	}
	raw, err := c.Dispense(protocol.Served)
	if err != nil {
		return nil, err
	}
	return raw.(*grpc.ClientConn), nil
}

// called is the plugin for go-plugin's client: the connection itself.
type called struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (called) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error { return nil }

func (called) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, c *grpc.ClientConn) (any, error) {
	return c, nil
}

// start-up errors of go-plugin, by their text.
var (
	otherVersion = regexp.MustCompile(`incompatible API version with plugin. Plugin version: (\S+),`)
	otherMessage = regexp.MustCompile(`(?s)Unrecognized remote plugin message: ([^\n]*)`)
)

// notStarted says why the process did not become a plugin.
func (t *process) notStarted(err error) error {
	p, text := t.plugin, err.Error()
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	ended := t.command.ended()
	says, _ := p.stderr.reason()
	if says != "" {
		says = ", saying: " + says
	}
	if m := otherVersion.FindStringSubmatch(text); m != nil {
		return p.fault(fmt.Sprintf("speaks version %s of the protocol, and this lamina speaks version %d", m[1], protocol.Version), updateIt)
	}
	const notOne = "give the path of an executable that serves passes with plugins/sdk"
	switch m := otherMessage.FindStringSubmatch(text); {
	case m != nil && strings.TrimSpace(m[1]) != "":
		return p.fault(fmt.Sprintf("printed %q where a plugin says how to reach it", oneLine(m[1])), notOne+", and that prints nothing before")
	case m != nil, strings.Contains(text, "exited before"):
		return p.fault("ended at once ("+ended+")"+says+"; it is not a plugin, or could not start", notOne)
	case strings.Contains(text, "timeout while waiting"):
		return p.fault(fmt.Sprintf("did not say within %v that it is there, and was stopped", p.limits.Start)+says, notOne)
	}
	return p.fault("answered in a way that no plugin does: "+text, notOne)
}

func (t *process) explain(ctx context.Context, doing string, err error) error {
	p, s := t.plugin, status.Convert(err)
	defer t.close()
	switch {
	case timedOut(ctx):
		return p.tooSlow(doing)
	case s.Code() == codes.ResourceExhausted:
		return p.fault(fmt.Sprintf("gave an answer of more than %d bytes, %s", p.limits.Answer, doing), tellAuthor)
	case s.Code() == codes.Unimplemented:
		return p.fault("does not serve lamina.pass.v1, "+doing, updateIt)
	case s.Code() == codes.Unavailable || s.Code() == codes.Canceled:
		ended := t.command.ended()
		says, memory := p.stderr.reason()
		if memory {
			return p.fault(fmt.Sprintf("ran out of memory, of which it may have %d MiB, %s", p.limits.Memory>>20, doing), `allow it more with memory = "8GiB" in lamina.toml, or tell its author`)
		}
		if says != "" {
			says = ", saying: " + says
		}
		return p.fault(fmt.Sprintf("crashed (%s), %s%s", ended, doing, says), tellAuthor)
	case s.Code() == codes.Internal:
		return p.fault("gave an answer that is none of the service's, "+doing+": "+s.Message(), tellAuthor)
	}
	return p.fault("failed, "+doing+": "+s.Message(), tellAuthor)
}

// close ends the process. It has nothing to save: it is not asked first.
func (t *process) close() error {
	if t.client == nil {
		return nil
	}
	if t.command != nil {
		_ = t.command.Kill(context.Background())
		t.command.ended()
	}
	t.client.Kill()
	t.client = nil
	return os.RemoveAll(t.folder)
}

// command runs the executable for go-plugin: with no input, an environment of
// its own, in a group of its own so that the terminal's signals do not reach it,
// and under a limit on memory.
type command struct {
	plugin *Plugin
	cmd    *exec.Cmd
	stdout *os.File
	exit   chan struct{} // closed when the process has ended
	said   chan struct{} // closed when all that it wrote to standard error was read
	err    error         // how
}

// inherited are the variables that a plugin sees of the host's.
var inherited = []string{"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ"}

func newCommand(p *Plugin, env []string) *command {
	path := p.Source.Path
	if filepath.Base(path) == path {
		path = "./" + path // never from PATH
	}
	c := exec.Command(path, p.Source.Args...)
	if p.Source.Called != "" {
		c.Args[0] = p.Source.Called
	}
	c.Env = append(c.Env, env...)
	for _, name := range inherited {
		if v, ok := os.LookupEnv(name); ok {
			c.Env = append(c.Env, name+"="+v)
		}
	}
	c.Env = append(c.Env, fmt.Sprintf("%s=%d", protocol.HostPID, os.Getpid()))
	return &command{plugin: p, cmd: c, exit: make(chan struct{}), said: make(chan struct{})}
}

// Start starts the process.
func (c *command) Start(context.Context) error {
	stdout, childOut, err := os.Pipe()
	if err != nil {
		return err
	}
	stderr, childErr, err := os.Pipe()
	if err != nil {
		return errors.Join(err, stdout.Close(), childOut.Close())
	}
	c.stdout = stdout
	c.cmd.Stdout, c.cmd.Stderr = childOut, childErr
	separate(c.cmd)
	err = c.cmd.Start()
	_, _ = childOut.Close(), childErr.Close()
	if err != nil {
		_, _ = stdout.Close(), stderr.Close()
		return c.plugin.fault("cannot be started: "+reasonOf(err), "give the path of an executable for this machine")
	}
	limitMemory(c.cmd.Process.Pid, c.plugin.limits.Memory)
	go func() {
		_, _ = io.Copy(c.plugin.stderr, stderr)
		_ = stderr.Close()
		close(c.said)
	}()
	go func() {
		c.err = c.cmd.Wait()
		close(c.exit)
	}()
	return nil
}

// reasonOf is what the system says, without the path.
func reasonOf(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Wait waits for the end of the process.
func (c *command) Wait(context.Context) error {
	<-c.exit
	_ = c.stdout.Close()
	return c.err
}

// Kill ends the process and those that it started.
func (c *command) Kill(context.Context) error {
	if c.cmd.Process == nil {
		return nil
	}
	return kill(c.cmd.Process)
}

// ended says how the process ended, or that it runs.
func (c *command) ended() string {
	if c == nil || c.cmd.Process == nil {
		return "it was not started"
	}
	select {
	case <-c.exit:
	case <-time.After(500 * time.Millisecond):
		return "it still ran"
	}
	select {
	case <-c.said:
	case <-time.After(200 * time.Millisecond): // a child of its own has it still
	}
	return c.cmd.ProcessState.String()
}

// Stdout, Stderr (which is read here, not there), Name and Diagnose are what go-plugin asks for.
func (c *command) Stdout() io.ReadCloser           { return c.stdout }
func (c *command) Stderr() io.ReadCloser           { return io.NopCloser(strings.NewReader("")) }
func (c *command) Name() string                    { return c.cmd.Path }
func (c *command) Diagnose(context.Context) string { return "" }

// ID is the process's number, "" if it was not started.
func (c *command) ID() string {
	if c.cmd.Process == nil {
		return ""
	}
	return fmt.Sprint(c.cmd.Process.Pid)
}

// PluginToHost and HostToPlugin leave addresses alone: both are on one machine.
func (*command) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

func (*command) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// PID is the number of the process that a plugin runs in, 0 if it is in none now.
func PID(p *Plugin) int {
	t, ok := p.transport.(*process)
	if !ok || t.command == nil || t.command.cmd.Process == nil {
		return 0
	}
	return t.command.cmd.Process.Pid
}
