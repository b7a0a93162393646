package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	api "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// store keeps blobs in files named by their digests.
type store struct{ dir string }

func newStore(dir string) (*store, error) {
	s := &store{filepath.Join(dir, "blobs")}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, err
	}
	_, err := s.put(strings.NewReader("")) // clients need not send what is empty
	return s, err
}

// path returns the file of a blob, whether or not it is there.
func (s *store) path(d *api.Digest) string { return filepath.Join(s.dir, filepath.Base(d.GetHash())) }

func (s *store) has(d *api.Digest) bool {
	_, err := os.Stat(s.path(d))
	return err == nil
}

// put stores what a reader gives and returns its digest.
func (s *store) put(r io.Reader) (*api.Digest, error) {
	f, err := os.CreateTemp(s.dir, "new-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name()) // unless it was renamed
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, sum), r)
	if err != nil {
		f.Close()
		return nil, err
	}
	// Executable and read-only: folders of actions link to it.
	if err := f.Chmod(0o555); err != nil {
		f.Close()
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	d := &api.Digest{Hash: hex.EncodeToString(sum.Sum(nil)), SizeBytes: n}
	return d, os.Rename(f.Name(), s.path(d))
}

// message reads a blob that is a message.
func (s *store) message(d *api.Digest, m proto.Message) error {
	text, err := os.ReadFile(s.path(d))
	if err != nil && d.GetSizeBytes() > 0 {
		return status.Errorf(codes.FailedPrecondition, "blob %s is missing", d.GetHash())
	}
	return proto.Unmarshal(text, m)
}

// blobs serves small blobs.
type blobs struct {
	api.UnimplementedContentAddressableStorageServer
	store *store
}

func (b *blobs) FindMissingBlobs(_ context.Context, r *api.FindMissingBlobsRequest) (*api.FindMissingBlobsResponse, error) {
	out := &api.FindMissingBlobsResponse{}
	for _, d := range r.BlobDigests {
		if !b.store.has(d) {
			out.MissingBlobDigests = append(out.MissingBlobDigests, d)
		}
	}
	return out, nil
}

func (b *blobs) BatchUpdateBlobs(_ context.Context, r *api.BatchUpdateBlobsRequest) (*api.BatchUpdateBlobsResponse, error) {
	out := &api.BatchUpdateBlobsResponse{}
	for _, one := range r.Requests {
		_, err := b.store.put(strings.NewReader(string(one.Data)))
		out.Responses = append(out.Responses, &api.BatchUpdateBlobsResponse_Response{Digest: one.Digest, Status: status.Convert(err).Proto()})
	}
	return out, nil
}

func (b *blobs) BatchReadBlobs(_ context.Context, r *api.BatchReadBlobsRequest) (*api.BatchReadBlobsResponse, error) {
	out := &api.BatchReadBlobsResponse{}
	for _, d := range r.Digests {
		one := &api.BatchReadBlobsResponse_Response{Digest: d}
		var err error
		if one.Data, err = os.ReadFile(b.store.path(d)); err != nil {
			one.Status = status.New(codes.NotFound, "there is no such blob").Proto()
		}
		out.Responses = append(out.Responses, one)
	}
	return out, nil
}

// streams serves large blobs.
type streams struct {
	bytestream.UnimplementedByteStreamServer
	store *store
}

// digestIn returns the digest in the name of a resource: …/blobs/HASH/SIZE….
func digestIn(resource string) (*api.Digest, error) {
	words := strings.Split(resource, "/")
	for i := 0; i+2 < len(words); i++ {
		if words[i] != "blobs" {
			continue
		}
		size, err := strconv.ParseInt(words[i+2], 10, 64)
		if err != nil || filepath.Base(words[i+1]) != words[i+1] {
			break
		}
		return &api.Digest{Hash: words[i+1], SizeBytes: size}, nil
	}
	return nil, status.Errorf(codes.InvalidArgument, "the resource %q is no blob", resource)
}

func (s *streams) Read(r *bytestream.ReadRequest, to bytestream.ByteStream_ReadServer) error {
	d, err := digestIn(r.ResourceName)
	if err != nil {
		return err
	}
	f, err := os.Open(s.store.path(d))
	if err != nil {
		return status.Errorf(codes.NotFound, "there is no blob %s", d.Hash)
	}
	defer f.Close()
	if _, err := f.Seek(r.ReadOffset, io.SeekStart); err != nil {
		return err
	}
	some := make([]byte, 1<<20)
	for {
		n, err := f.Read(some)
		if n > 0 {
			if err := to.Send(&bytestream.ReadResponse{Data: some[:n]}); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *streams) Write(from bytestream.ByteStream_WriteServer) error {
	first, err := from.Recv()
	if err != nil {
		return err
	}
	d, err := digestIn(first.ResourceName)
	if err != nil {
		return err
	}
	if s.store.has(d) {
		return from.SendAndClose(&bytestream.WriteResponse{CommittedSize: d.SizeBytes})
	}
	got, err := s.store.put(&received{from: from, rest: first.Data, last: first.FinishWrite})
	if err != nil {
		return err
	}
	if !proto.Equal(got, d) {
		return status.Errorf(codes.InvalidArgument, "the blob has the digest %v, not %v", got, d)
	}
	return from.SendAndClose(&bytestream.WriteResponse{CommittedSize: d.SizeBytes})
}

// received reads what a client writes.
type received struct {
	from bytestream.ByteStream_WriteServer
	rest []byte
	last bool
}

func (r *received) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.last {
			return 0, io.EOF
		}
		next, err := r.from.Recv()
		if err != nil {
			return 0, fmt.Errorf("receiving a blob: %w", err)
		}
		r.rest, r.last = next.Data, next.FinishWrite
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
