package host

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/plugins/proto/protocol"
)

// Source says where a plugin comes from: a file, a module in memory, or code of this
// process.
type Source struct {
	Path   string
	Args   []string // arguments of a process
	Dir    string   // the working folder of a process; "" for the host's
	Called string   // name of a process, if not its path
	SHA256 string   // in hexadecimal: the required checksum of the file; "" for any
	// Inputs holds the files that Args named when the user trusted the plugin, such as a
	// script for an interpreter, with their digests. nil if unknown.
	Inputs map[string]string
	// Recorded is set for a plugin that the user trusts by its content: nobody else may be
	// able to change the file.
	Recorded bool
	Limits   Limits
	// Options are values for options of passes, by pass, that replace the defaults.
	Options map[string]map[string]string

	// Sandbox restricts a process beyond its limits; "" means Off. Reads lists the files
	// and folders that it may read in a strict one, besides its own file and those that
	// Args name. Config.Sandbox overrides it.
	Sandbox Sandbox
	Reads   []string

	Module []byte // a wasm module; Path is its name in messages
	// Ours is set for modules that are part of the compiler. They run three times as fast,
	// because their code does not check whether to stop; one that does not stop in time is
	// abandoned until the host ends.
	Ours bool
	// Serve implements the service in this process.
	Serve protocol.Service
}

// Sandbox says how a process is restricted. A module always is.
type Sandbox string

// The sandboxes.
const (
	// Off allows access to files and the network. Limits apply.
	Off Sandbox = "off"
	// Strict denies the network and all files but the plugin's own, a temporary folder, and
	// the system's programs and libraries. If the system does not support that, the process
	// is not started.
	Strict Sandbox = "strict"
)

// ParseSandbox parses the name of a sandbox.
func ParseSandbox(name string) (Sandbox, bool) {
	s := Sandbox(name)
	return s, s == Off || s == Strict
}

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

// argumentFiles lists the absolute paths of the regular files that the plugin's arguments
// name, as NAME or as --option=NAME. Relative names are relative to Dir.
func (s Source) argumentFiles() ([]string, error) {
	var files []string
	for _, arg := range s.Args {
		_, value, _ := strings.Cut(arg, "=")
		for _, name := range []string{arg, value} {
			if name == "" {
				continue
			}
			if !filepath.IsAbs(name) {
				name = filepath.Join(s.Dir, name)
			}
			if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
				continue
			}
			path, err := filepath.Abs(name)
			if err != nil {
				return nil, err
			}
			files = append(files, path)
		}
	}
	return files, nil
}

// InputsOf returns the files that the plugin's arguments name, by absolute path, with the
// digests of their contents.
func InputsOf(s Source) (map[string]string, error) {
	files, err := s.argumentFiles()
	if err != nil {
		return nil, err
	}
	inputs := map[string]string{}
	for _, path := range files {
		f, _, err := source.OpenRegular(path)
		if err != nil {
			return nil, fmt.Errorf("reading %s, which is an argument: %w", path, err)
		}
		inputs[path], err = digestOfFile(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("reading %s, which is an argument: %w", path, err)
		}
	}
	return inputs, nil
}

func digestOfFile(r io.Reader) (string, error) {
	hash := sha256.New()
	_, err := io.Copy(hash, r)
	return hex.EncodeToString(hash.Sum(nil)), err
}

const giveOne = "give the path of an executable or of a .wasm module"

// maxExecutable is the maximum size in bytes of an executable, which is read to compute its digest.
const maxExecutable = 4 << 30

// inspect inspects the plugin's file before any of it runs, and reads it if it is a module.
// If known is set, the file need not be read to its end, because its description is not
// cached.
func (p *Plugin) inspect(known bool) error {
	f, info, err := source.OpenRegular(p.Source.Path)
	var special *source.SpecialError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p.fault("is not there", giveOne)
	case errors.As(err, &special):
		return p.fault(special.Error(), giveOne)
	case err != nil:
		return p.fault("cannot be read: "+err.Error(), "make the file readable")
	}
	defer f.Close()
	if err := p.inspectContent(f, info.Size(), known); err != nil {
		return err
	}
	if p.Source.Recorded {
		if err := p.inspectRecorded(); err != nil {
			return err
		}
	}
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

// inspectContent computes the digest and finds out whether the file is a module. It reads
// modules, so that what runs is what has the digest.
func (p *Plugin) inspectContent(f *os.File, size int64, known bool) error {
	var head [4]byte
	n, _ := io.ReadFull(f, head[:])
	p.isWasm = string(head[:n]) == "\x00asm"
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return p.fault("cannot be read: "+err.Error(), "make the file readable")
	}
	most := int64(maxExecutable)
	if p.isWasm {
		most = p.limits.Memory
	}
	if size > most {
		return p.fault(fmt.Sprintf("has %d bytes, and may have %d", size, most), giveOne)
	}
	var err error
	switch {
	case p.isWasm:
		if p.code, err = io.ReadAll(f); err == nil {
			p.digest = digestOf(p.code)
		}
	case !known || p.Source.SHA256 != "":
		p.digest, err = digestOfFile(f)
	}
	if err != nil {
		return p.fault("cannot be read: "+err.Error(), "make the file readable")
	}
	want := p.Source.SHA256
	if want == "" || strings.EqualFold(want, p.digest) {
		return nil
	}
	did := fmt.Sprintf("has changed: its SHA-256 is %s, and %s is pinned", p.digest, strings.ToLower(want))
	if p.Source.Recorded {
		return p.fault(did+" since you trusted it", trustAgain)
	}
	return p.fault(did, "if the change is meant, pin the new one")
}

// trustAgain is the remedy for a plugin that has changed since it was trusted.
const trustAgain = "if the change is meant, run `lamina plugin trust`"

// inspectRecorded checks the requirements, other than content, on a plugin that runs
// because the user trusted it earlier.
func (p *Plugin) inspectRecorded() error {
	if err := private.File(p.Source.Path); err != nil {
		return p.fault("may be changed by others: "+err.Error(), "make it yours alone")
	}
	inputs, err := InputsOf(p.Source)
	if err != nil {
		return p.fault("cannot be checked: "+err.Error(), trustAgain)
	}
	if !maps.Equal(inputs, p.Source.Inputs) {
		return p.fault("has arguments that name other files, or other content, than when you trusted it", trustAgain)
	}
	for path := range inputs {
		if err := private.File(path); err != nil {
			return p.fault("may be changed by others: "+err.Error(), "make it yours alone")
		}
	}
	return nil
}

// machines maps processors to their ELF machines.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "386": elf.EM_386, "arm": elf.EM_ARM, "riscv64": elf.EM_RISCV}

// inspectMachine rejects executables for another processor. Files that are not ELF files
// (scripts) are left to the system.
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
