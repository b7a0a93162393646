package packages

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/lamina-lang/lamina/core/source"
)

// ManifestName is the file in a package's folder that says what the package is called and needs.
const ManifestName = "futhark.pkg"

// Manifest is the contents of a futhark.pkg:
//
//	package github.com/user/name
//	require {
//	  github.com/other/name 1.2.3 #0123abcd
//	}
//
// Comments begin with "--". Both parts may be left out.
type Manifest struct {
	// Name is the package's path, "" for a program that is not a package itself.
	Name     string
	Requires []Requirement
	text     string
	requires int // the offset after the "{" of require; 0 if there is none
}

// Requirement is a package that another one needs, in this version or a later one.
type Requirement struct {
	Path, Version string
	// Hash is the commit, without "#", that the version had when it was added; it may be "".
	Hash string
	Pos  source.Pos
	// from and to are the offsets of the version and its hash in the manifest's text.
	from, to int
}

// word is a token of a manifest, whose text begins at the offset at.
type word struct {
	text string
	at   int
	pos  source.Pos
}

var tokens = regexp.MustCompile(`--[^\n]*|[{}]|[^\s{}]+|\n`)

// words are the tokens of a text, without comments.
func words(file *source.File) []word {
	var out []word
	line, start := 1, 0
	for _, at := range tokens.FindAllStringIndex(file.Text, -1) {
		switch text := file.Text[at[0]:at[1]]; {
		case text == "\n":
			line, start = line+1, at[1]
		case !strings.HasPrefix(text, "--"):
			out = append(out, word{text, at[0], source.Pos{File: file.Name, Line: line, Col: at[0] - start + 1}})
		}
	}
	return out
}

// ParseManifest parses a futhark.pkg. An error shows the line.
func ParseManifest(name, text string) (*Manifest, error) {
	file := &source.File{Name: name, Text: text}
	m := &Manifest{text: text}
	rest := words(file)
	var err *source.Error
	for len(rest) > 0 && err == nil {
		at := rest[0]
		switch {
		case at.text == "package" && len(rest) > 1 && m.Name == "":
			m.Name, rest = rest[1].text, rest[2:]
			err = checkPath(m.Name, at.pos)
		case at.text == "require" && len(rest) > 1 && rest[1].text == "{" && m.requires == 0:
			m.requires = rest[1].at + 1
			rest, err = m.requirements(rest[2:], at.pos)
		default:
			err = source.Errorf(at.pos, "Unexpected %q", at.text).
				WithHint("a futhark.pkg holds `package PATH` and `require { PATH VERSION … }`, each once at most")
		}
	}
	if err != nil {
		return nil, err.In(file)
	}
	return m, nil
}

// requirements parses what stands after "require {", up to its end.
func (m *Manifest) requirements(ws []word, open source.Pos) ([]word, *source.Error) {
	for len(ws) > 0 && ws[0].text != "}" {
		if len(ws) < 2 || ws[1].text == "}" {
			return nil, source.Errorf(ws[0].pos, "Package %s has no version", ws[0].text).WithHint("write one after it, such as 1.0.0")
		}
		r := Requirement{Path: ws[0].text, Version: ws[1].text, Pos: ws[0].pos, from: ws[1].at, to: ws[1].at + len(ws[1].text)}
		if err := checkPath(r.Path, r.Pos); err != nil {
			return nil, err
		}
		if !validVersion(r.Version) {
			return nil, source.Errorf(ws[1].pos, "%q is no version", r.Version).WithHint("a version has three numbers, such as 1.0.0")
		}
		if m.requirement(r.Path) != nil {
			return nil, source.Errorf(r.Pos, "Package %s is required twice", r.Path).WithHint("keep the later version")
		}
		ws = ws[2:]
		if len(ws) > 0 && strings.HasPrefix(ws[0].text, "#") {
			r.Hash, r.to = ws[0].text[1:], ws[0].at+len(ws[0].text)
			ws = ws[1:]
		}
		m.Requires = append(m.Requires, r)
	}
	if len(ws) == 0 {
		return nil, source.Errorf(open, "The list of required packages does not end").WithHint("write a } after the last package")
	}
	return ws[1:], nil
}

// requirement is m's requirement of the package with a path, or nil.
func (m *Manifest) requirement(path string) *Requirement {
	i := slices.IndexFunc(m.Requires, func(r Requirement) bool { return r.Path == path })
	if i < 0 {
		return nil
	}
	return &m.Requires[i]
}

// With is the text of a manifest that requires a package in a version, too, or in that version instead
// of an earlier one. Comments stay.
func (m *Manifest) With(path, version string) string {
	line := fmt.Sprintf("\n  %s %s", path, version)
	switch r := m.requirement(path); {
	case r != nil:
		return m.text[:r.from] + version + m.text[r.to:]
	case m.requires > 0 && strings.HasPrefix(strings.TrimLeft(m.text[m.requires:], " "), "\n"):
		return m.text[:m.requires] + line + m.text[m.requires:]
	case m.requires > 0:
		return m.text[:m.requires] + line + "\n" + m.text[m.requires:]
	}
	text := m.text
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + "require {" + line + "\n}\n"
}

var pathPart = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// checkPath refuses paths of packages that cannot be folders below lib.
func checkPath(path string, at source.Pos) *source.Error {
	for part := range strings.SplitSeq(path, "/") {
		if !fs.ValidPath(path) || !pathPart.MatchString(part) {
			return source.Errorf(at, "%q is no path of a package", path).
				WithHint("a path is made of letters, digits and ._- between slashes, such as github.com/user/name")
		}
	}
	return nil
}

var version = regexp.MustCompile(`^\d+\.\d+\.\d+([-+]|$)`)

// validVersion reports whether v is a semantic version, with all three numbers.
func validVersion(v string) bool { return version.MatchString(v) && semver.IsValid("v"+v) }

// laterVersion reports whether version a is later than b.
func laterVersion(a, b string) bool { return semver.Compare("v"+a, "v"+b) > 0 }
