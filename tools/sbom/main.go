// Command sbom writes the bill of materials of a release, in CycloneDX's JSON: the modules
// that are linked into an executable with their versions and checksums, Go's standard
// library among them, and the other files of the release with theirs.
//
//	sbom EXECUTABLE FOLDER > bom.json
//
// The same release gives the same bytes: there is neither a time nor a random number in it.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom EXECUTABLE FOLDER")
		os.Exit(2)
	}
	bom, err := bill(os.Args[1], os.Args[2])
	if err == nil {
		err = write(os.Stdout, bom)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// write writes a bill of materials.
func write(w io.Writer, bom *cdx.BOM) error {
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).EncodeVersion(bom, cdx.SpecVersion1_6)
}

// bill is the bill of materials of an executable in a release's folder.
func bill(executable, folder string) (*cdx.BOM, error) {
	info, err := buildinfo.ReadFile(executable)
	if err != nil {
		return nil, fmt.Errorf("reading what is linked into %s: %w", executable, err)
	}
	main := moduleOf(&info.Main)
	main.Type = cdx.ComponentTypeApplication
	components := []cdx.Component{standardLibrary(info.GoVersion)}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		components = append(components, moduleOf(m))
	}
	var refs []string
	dependencies := []cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	files, err := filesOf(folder)
	if err != nil {
		return nil, err
	}
	components = append(components, files...)
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &main}
	bom.Components, bom.Dependencies = &components, &dependencies
	return bom, nil
}

// moduleOf is a Go module as a component.
func moduleOf(m *debug.Module) cdx.Component {
	url := "pkg:golang/" + m.Path
	if m.Version != "" && m.Version != "(devel)" {
		url += "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	}
	c := cdx.Component{BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: url}
	if m.Sum != "" { // of the module's files, as go.sum has it: not the hash of one file
		c.Properties = &[]cdx.Property{{Name: "go.sum", Value: m.Sum}}
	}
	return c
}

// standardLibrary is Go's own part of every executable.
func standardLibrary(version string) cdx.Component {
	return moduleOf(&debug.Module{Path: "std", Version: strings.TrimPrefix(version, "go")})
}

// filesOf lists the files of a release, which are in alphabetical order.
func filesOf(folder string) ([]cdx.Component, error) {
	var out []cdx.Component
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		sum := sha256.Sum256(content)
		out = append(out, cdx.Component{
			BOMRef: "file:" + name, Type: cdx.ComponentTypeFile, Name: name,
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}},
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing the files of the release: %w", err)
	}
	return out, nil
}
