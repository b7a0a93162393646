package image

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// Section is the name of the custom section that describes a program.
const Section = "lamina"

// Version changes when hosts of one version cannot run the images of another.
const Version = 2

// described is the content of the section, as JSON.
type described struct {
	Version int
	*Image
}

// magic starts every module of WebAssembly 1.
const magic = "\x00asm\x01\x00\x00\x00"

// Encode returns the module with the description of the program as a custom section at its
// end.
func (m *Image) Encode() ([]byte, error) {
	text, err := json.Marshal(described{Version, m})
	if err != nil {
		return nil, fmt.Errorf("describing a compiled program: %w", err)
	}
	name := append(binary.AppendUvarint(nil, uint64(len(Section))), Section...)
	out := append([]byte{}, m.Module...)
	const custom = 0
	out = binary.AppendUvarint(append(out, custom), uint64(len(name)+len(text)))
	return append(append(out, name...), text...), nil
}

// Decode reads a module that Encode wrote.
func Decode(module []byte) (*Image, error) {
	text, err := section(module)
	if err != nil {
		return nil, err
	}
	m := described{Image: &Image{Module: module}}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("the description of a compiled program is damaged: %w", err)
	}
	if m.Version != Version {
		return nil, fmt.Errorf("the program was compiled by a version of lamina that does not match this one: its code has version %d, not %d; compile it again", m.Version, Version)
	}
	return m.Image, nil
}

var errDamaged = errors.New("the WebAssembly of a compiled program is damaged: its sections do not add up")

// section returns the content of the custom section.
func section(module []byte) ([]byte, error) {
	if len(module) < len(magic) || string(module[:len(magic)]) != magic {
		return nil, errors.New("a compiled program is a WebAssembly module; this is none")
	}
	rest := module[len(magic):]
	for len(rest) > 0 {
		id := rest[0]
		body, after, ok := counted(rest[1:])
		if !ok {
			return nil, errDamaged
		}
		if id == 0 {
			name, content, ok := counted(body)
			if !ok {
				return nil, errDamaged
			}
			if string(name) == Section {
				return content, nil
			}
		}
		rest = after
	}
	return nil, fmt.Errorf("the WebAssembly module was not made by lamina: it has no section %q", Section)
}

// counted splits bytes that begin with a length.
func counted(b []byte) (body, rest []byte, ok bool) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used) {
		return nil, nil, false
	}
	b = b[used:]
	return b[:n], b[n:], true
}
