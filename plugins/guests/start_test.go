package guests

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/wire"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/proto/passpb"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// file creates a file for a test.
func file(t *testing.T, name, content string, mode os.FileMode) host.Source {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	return host.Source{Path: path, Limits: limits}
}

func script(t *testing.T, lines string) host.Source {
	return file(t, "script", "#!/bin/sh\n"+lines+"\n", 0o755)
}

// otherMachine returns the header of an executable for another processor.
func otherMachine(t *testing.T) host.Source {
	var head elf.Header64
	copy(head.Ident[:], elf.ELFMAG)
	head.Ident[elf.EI_CLASS], head.Ident[elf.EI_DATA], head.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	machine := elf.EM_PPC64
	head.Type, head.Machine, head.Version, head.Ehsize = uint16(elf.ET_EXEC), uint16(machine), uint32(elf.EV_CURRENT), 64
	var b strings.Builder
	if err := binary.Write(&b, binary.LittleEndian, head); err != nil {
		t.Fatal(err)
	}
	return file(t, "program", b.String(), 0o755)
}

// TestWhatIsNoPlugin opens files that are not plugins, or not plugins that this host
// understands.
func TestWhatIsNoPlugin(t *testing.T) {
	for name, c := range map[string]struct {
		source func(*testing.T) host.Source
		want   []string
	}{
		"missing":        {func(*testing.T) host.Source { return host.Source{Path: "/nowhere/plugin"} }, []string{"plugin /nowhere/plugin is not there; give the path"}},
		"folder":         {func(t *testing.T) host.Source { return host.Source{Path: t.TempDir()} }, []string{"is a folder"}},
		"not executable": {func(t *testing.T) host.Source { return file(t, "p", "#!/bin/sh\n", 0o644) }, []string{"is not executable; run chmod +x"}},
		"other machine":  {otherMachine, []string{"is built for another machine: PPC64, and this is " + runtime.GOARCH, "as a wasm module, which runs anywhere"}},
		"text":           {func(t *testing.T) host.Source { return file(t, "p", "some text", 0o755) }, []string{"cannot be started: exec format error"}},
		"exits at once":  {func(t *testing.T) host.Source { return script(t, "exit 4") }, []string{"ended at once (exit status 4)"}},
		"exits well":     {func(t *testing.T) host.Source { return script(t, "exit 0") }, []string{"ended at once (exit status 0)"}},
		"complains":      {func(t *testing.T) host.Source { return script(t, "echo no database >&2; exit 1") }, []string{"ended at once (exit status 1), saying: no database"}},
		"junk":           {func(t *testing.T) host.Source { return script(t, "echo hello; sleep 30") }, []string{`printed "hello" where a plugin says how to reach it`}},
		"silent":         {func(t *testing.T) host.Source { s := script(t, "sleep 30"); s.Limits.Start = time.Second; return s }, []string{"did not say within 1s that it is there, and was stopped"}},
		"newer protocol": {func(t *testing.T) host.Source { return script(t, "echo '1|7|unix|/tmp/x|grpc'; sleep 30") }, []string{"speaks version 7 of the protocol, and this lamina speaks version 1; get a plugin for this version"}},
		"older protocol": {func(t *testing.T) host.Source { return script(t, "echo '1|0|unix|/tmp/x|grpc'; sleep 30") }, []string{"speaks version 0 of the protocol, and this lamina speaks version 1"}},
		"other core":     {func(t *testing.T) host.Source { return script(t, "echo '9|1|unix|/tmp/x|grpc'; sleep 30") }, []string{"answered in a way that no plugin does: incompatible core API version"}},
		"other RPC": {func(t *testing.T) host.Source {
			return script(t, `echo "1|1|unix|$PLUGIN_UNIX_SOCKET_DIR/x|netrpc"; sleep 30`)
		}, []string{`unsupported plugin protocol "netrpc"`}},
		"another's socket": {func(t *testing.T) host.Source { return script(t, "echo '1|1|unix|/run/docker.sock|grpc'; sleep 30") }, []string{"answered in a way that no plugin does", `it listens at unix "/run/docker.sock", which is not in the folder`}},
		"the network":      {func(t *testing.T) host.Source { return script(t, "echo '1|1|tcp|127.0.0.1:22|grpc'; sleep 30") }, []string{`it listens at tcp "127.0.0.1:22", which is not in the folder`}},
		"nobody there":     {func(t *testing.T) host.Source { return script(t, "echo '1|1|unix|/tmp/no-such-socket|grpc'; sleep 30") }, []string{"plugin "}},
		"no module":        {func(t *testing.T) host.Source { return file(t, "p.wasm", "some text", 0o644) }, []string{"is no wasm module: it does not begin with"}},
		"broken module":    {func(t *testing.T) host.Source { return file(t, "p.wasm", "\x00asm\x01\x00\x00\x00rest", 0o644) }, []string{"is no valid wasm module"}},
		"empty module":     {func(t *testing.T) host.Source { return file(t, "p.wasm", "\x00asm\x01\x00\x00\x00", 0o644) }, []string{"wrote nothing to standard output"}},
		"changed": {func(t *testing.T) host.Source {
			s := script(t, "exit 0")
			s.SHA256 = strings.Repeat("ab", 32)
			return s
		}, []string{"has changed: its SHA-256 is", "and abab", "is pinned; if the change is meant, pin the new one"}},
		"protocol in the answer": {described(func(d *passpb.DescribeResponse) { d.Protocol = 3 }), []string{"speaks version 3 of the protocol, and this lamina speaks version 1"}},
		"IR too new":             {described(func(d *passpb.DescribeResponse) { d.IrOldest, d.IrNewest = 5, 6 }), []string{fmt.Sprintf("reads versions 5 to 6 of the IR, and this lamina writes %s; get a plugin for this version", wire.Versions(wire.Oldest, wire.Newest))}},
		"IR too old":             {described(func(d *passpb.DescribeResponse) { d.IrOldest, d.IrNewest = 0, 0 }), []string{"reads version 0 of the IR"}},
		"no name":                {described(func(d *passpb.DescribeResponse) { d.Name = "" }), []string{"has no name"}},
		"cut off":                {described(func(d *passpb.DescribeResponse) { d.Complete = false }), []string{"gave an answer that was cut off"}},
		"unknown level":          {described(func(d *passpb.DescribeResponse) { d.Passes[0].From = []string{"moon"} }), []string{`wrongly: there is no level "moon"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := c.source(t)
			_, err := newHost(t, nil).Open(t.Context(), s)
			oneLine(t, err, c.want...)
		})
	}
}

// spoiled is a plugin with a modified description.
type spoiled struct {
	sdk.Plugin
	spoil func(*passpb.DescribeResponse)
}

func (s spoiled) Describe(ctx ctx, in *passpb.DescribeRequest) (*passpb.DescribeResponse, error) {
	out, err := s.Plugin.Describe(ctx, in)
	s.spoil(out)
	return out, err
}

func described(spoil func(*passpb.DescribeResponse)) func(*testing.T) host.Source {
	return func(*testing.T) host.Source {
		return host.Source{Serve: protocol.Service(spoiled{good, spoil})}
	}
}
