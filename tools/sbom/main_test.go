package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// The bill names every module that is linked in, with its version and checksum, and every
// file; what is linked in the go command tells, too.
func TestBillIsComplete(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, content := range map[string]string{"b.txt": "", "a/c.txt": "abc"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var text [2]bytes.Buffer
	for i := range text {
		bom, err := bill(self, folder)
		if err == nil {
			err = write(&text[i], bom)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text[0].Bytes(), text[1].Bytes()) {
		t.Error("the same release has two bills")
	}
	bom := new(cdx.BOM)
	if err := cdx.NewBOMDecoder(&text[0], cdx.BOMFileFormatJSON).Decode(bom); err != nil {
		t.Fatal(err)
	}
	components := map[string]cdx.Component{}
	for _, c := range *bom.Components {
		components[c.Name] = c
	}
	info, err := buildinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Deps) == 0 {
		t.Skip("this test was built without the list of its modules, as Bazel does")
	}
	for _, m := range info.Deps {
		c := components[m.Path]
		if c.Version != m.Version || c.PackageURL != "pkg:golang/"+m.Path+"@"+m.Version || c.Properties == nil || (*c.Properties)[0].Value != m.Sum {
			t.Errorf("of %s %s the bill says %+v", m.Path, m.Version, c)
		}
	}
	if c := components["std"]; "go"+c.Version != info.GoVersion {
		t.Errorf("the standard library is %q, and Go %s", c.Version, info.GoVersion)
	}
	// The digests that FIPS 180-2 gives.
	for name, want := range map[string]string{
		"b.txt":   "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"a/c.txt": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	} {
		if c := components[name]; c.Hashes == nil || (*c.Hashes)[0].Value != want {
			t.Errorf("of %s the bill says %+v", name, c)
		}
	}
	if len(components) != len(info.Deps)+3 {
		t.Errorf("the bill has %d components, of %d modules, Go and 2 files", len(components), len(info.Deps))
	}
}

// tools/build --check fails where a build depends on its folder, and only there. It runs
// here on a repository of a few lines.
func TestBuildsThatDifferAreFound(t *testing.T) {
	for _, tool := range []string{"bash", "git", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	build, err := os.ReadFile("../build")
	if err != nil {
		t.Skip(err) // where only what Bazel was told of is there
	}
	for plugin, want := range map[string]string{"echo the same": "", "pwd": "other bytes in another folder"} {
		repository := t.TempDir()
		for name, content := range map[string]string{
			"go.mod":               "module example.com/lamina\n\ngo 1.26\n",
			"tools/lamina/main.go": "package main\n\nfunc main() {}\n",
			"tools/sbom/main.go":   "package main\n\nfunc main() {}\n",
			"tools/build":          string(build),
			"tools/build-plugins":  "#!/bin/sh\nmkdir -p \"$1\" && " + plugin + " >\"$1/plugin.wasm\"\n",
		} {
			file := filepath.Join(repository, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(content), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("git", "-C", repository, "init", "-q").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command(filepath.Join(repository, "tools/build"), "--check").CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(out), want) {
			t.Errorf("with the plugin %q it ends with %v, saying\n%s", plugin, err, out)
		}
	}
}

// tools/build --sign signs a release that is what its checksums say, and no other.
func TestReleasesAreSigned(t *testing.T) {
	for _, tool := range []string{"bash", "minisign", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	build, err := filepath.Abs("../build")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(build); err != nil {
		t.Skip(err) // where only what Bazel was told of is there
	}
	for harm, well := range map[string]bool{"true": true, "echo other >lamina": false, "echo more >more": false, "rm lamina": false} {
		dir := t.TempDir()
		out, err := exec.Command("bash", "-ec", `
			minisign -G -W -f -p "$1/public" -s "$1/secret" >/dev/null
			mkdir "$1/release"; cd "$1/release"
			echo program >lamina; sha256sum ./lamina >SHA256SUMS
			`+harm+`
			MINISIGN_KEY="$1/secret" "$2" --sign .
			minisign -V -m SHA256SUMS -p "$1/public"`, "bash", dir, build).CombinedOutput()
		if (err == nil) != well {
			t.Errorf("after %s it ends with %v, saying\n%s", harm, err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, "release", "SHA256SUMS.minisig")); (err == nil) != well {
			t.Errorf("after %s: the signature: %v", harm, err)
		}
	}
}
