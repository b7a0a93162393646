package host

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// Source says where a plugin comes from: a file, a module in memory, or code of
// this process.
type Source struct {
	Path   string
	Args   []string // arguments of a process
	Called string   // what a process is called, if not by its path
	SHA256 string   // in hexadecimal: the file must have it; "" for any
	Limits Limits
	// Options are values for options of passes, pass by pass, that replace the
	// defaults.
	Options map[string]map[string]string

	// Sandbox is what a process may do besides its limits, and Reads the files and
	// folders that it may read in a strict one, beside its own file.
	Sandbox Sandbox
	Reads   []string

	Module []byte // a wasm module; Path is its name in messages
	// Ours is set for modules that are a part of the compiler. They run three times
	// as fast, because nothing in their code looks whether it shall stop; one that
	// does not stop in time is left behind until the host ends.
	Ours bool
	// Serve answers in this process.
	Serve protocol.Service
}

// Sandbox says how far a process is kept from what is not its own. A module always is.
type Sandbox string

// The sandboxes.
const (
	// Off leaves files and the network to a process. Its limits hold.
	Off Sandbox = "off"
	// Strict takes the network away and all files but its own, a temporary folder, and
	// the system's programs and libraries. Where the system cannot do that, the process
	// is not started.
	Strict Sandbox = "strict"
)

func (s Source) label() string {
	if s.Path == "" {
		return "in this process"
	}
	return s.Path
}

func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// inspect looks at the plugin's file before anything of it runs. The file of one that
// is known need not be read to the end: nobody keeps its description.
func (p *Plugin) inspect(known bool) error {
	f, err := os.Open(p.Source.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.fault("is not there", "give the path of an executable or of a .wasm module")
	case err != nil:
		return p.fault("cannot be read: "+err.Error(), "make the file readable")
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return p.fault("cannot be read: "+err.Error(), "make the file readable")
	}
	if info.IsDir() {
		return p.fault("is a folder", "give the path of an executable or of a .wasm module")
	}
	var head [4]byte
	n, _ := io.ReadFull(f, head[:])
	if !known || p.Source.SHA256 != "" {
		hash := sha256.New()
		hash.Write(head[:n])
		if _, err := io.Copy(hash, f); err != nil {
			return p.fault("cannot be read: "+err.Error(), "make the file readable")
		}
		p.digest = hex.EncodeToString(hash.Sum(nil))
	}
	if want := p.Source.SHA256; want != "" && !strings.EqualFold(want, p.digest) {
		return p.fault(fmt.Sprintf("has changed: its SHA-256 is %s, and %s is pinned", p.digest, strings.ToLower(want)),
			"if the change is meant, pin the new one")
	}
	p.isWasm = string(head[:n]) == "\x00asm"
	if p.isWasm {
		return nil
	}
	if filepath.Ext(p.Source.Path) == ".wasm" {
		return p.fault("is no wasm module: it does not begin with \\0asm", "build it again, with GOOS=wasip1 GOARCH=wasm if it is in Go")
	}
	if info.Mode()&0o111 == 0 {
		return p.fault("is not executable", "run chmod +x on it")
	}
	return p.inspectMachine(f)
}

// machines are the processors as ELF files name them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "386": elf.EM_386, "arm": elf.EM_ARM, "riscv64": elf.EM_RISCV}

// inspectMachine rejects executables for another processor. What is no ELF file
// (a script) is left to the system.
func (p *Plugin) inspectMachine(f io.ReaderAt) error {
	x, err := elf.NewFile(f)
	if err != nil {
		return nil
	}
	if want, known := machines[runtime.GOARCH]; known && x.Machine != want {
		return p.fault(fmt.Sprintf("is built for another machine: %s, and this is %s", strings.TrimPrefix(x.Machine.String(), "EM_"), runtime.GOARCH),
			"build it for this one, or as a wasm module, which runs anywhere")
	}
	return nil
}
