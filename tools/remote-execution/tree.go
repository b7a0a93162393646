package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// unpack makes the tree of a directory in a folder. Its files are links to the blobs.
func (s *store) unpack(root *api.Digest, to string) error {
	d := &api.Directory{}
	if err := s.message(root, d); err != nil {
		return err
	}
	for _, f := range d.Files {
		if err := os.Link(s.path(f.Digest), filepath.Join(to, f.Name)); err != nil {
			return status.Errorf(codes.FailedPrecondition, "the input %s: %v", f.Name, err)
		}
	}
	for _, l := range d.Symlinks {
		if err := os.Symlink(l.Target, filepath.Join(to, l.Name)); err != nil {
			return err
		}
	}
	for _, sub := range d.Directories {
		folder := filepath.Join(to, sub.Name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			return err
		}
		if err := s.unpack(sub.Digest, folder); err != nil {
			return err
		}
	}
	return nil
}

// collect stores an output of an action, if it is there.
func (s *store) collect(r *api.ActionResult, dir, output string) error {
	path := filepath.Join(dir, output)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		tree := &api.Tree{}
		if tree.Root, err = s.pack(path, tree); err != nil {
			return err
		}
		digest, err := s.putMessage(tree)
		r.OutputDirectories = append(r.OutputDirectories, &api.OutputDirectory{Path: output, TreeDigest: digest})
		return err
	}
	digest, err := s.putFile(path)
	r.OutputFiles = append(r.OutputFiles, &api.OutputFile{Path: output, Digest: digest, IsExecutable: info.Mode()&0o100 != 0})
	return err
}

// pack stores what is in a folder; the directories below it become children of the tree.
func (s *store) pack(folder string, tree *api.Tree) (*api.Directory, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	out := &api.Directory{}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			digest, err := s.putFile(path)
			if err != nil {
				return nil, err
			}
			out.Files = append(out.Files, &api.FileNode{Name: e.Name(), Digest: digest, IsExecutable: info.Mode()&0o100 != 0})
			continue
		}
		sub, err := s.pack(path, tree)
		if err != nil {
			return nil, err
		}
		digest, err := s.putMessage(sub)
		if err != nil {
			return nil, err
		}
		tree.Children = append(tree.Children, sub)
		out.Directories = append(out.Directories, &api.DirectoryNode{Name: e.Name(), Digest: digest})
	}
	return out, nil
}

func (s *store) putFile(path string) (*api.Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return s.put(f)
}

func (s *store) putMessage(m proto.Message) (*api.Digest, error) {
	text, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, err
	}
	return s.put(bytes.NewReader(text))
}
