package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// peer is a program that Futhark compiled, and whose C counts.
type peer struct{ folder string }

// counts is what the C code prints: its blocks, and those that functions keep while they run.
const counts = `
static long long peer_blocks, peer_copies, peer_live, peer_kept, peer_peak;
static void peer_at(void) { if (peer_live + peer_kept > peer_peak) peer_peak = peer_live + peer_kept; }
__attribute__((destructor)) static void peer_print(void) {
	fprintf(stderr, "peer %lld %lld %lld\n", peer_blocks, peer_copies, peer_peak);
}
`

// edits put the counting into what Futhark prints.
var edits = []struct{ before, after string }{
	{"int memblock_unref(struct futhark_context *ctx,", counts + "int memblock_unref(struct futhark_context *ctx,"},
	{"        ctx->cur_mem_usage_default = new_usage;\n", "        ctx->cur_mem_usage_default = new_usage; peer_blocks += !strchr(desc, '>'); peer_live = new_usage; peer_at();\n"},
	{"    *ptr = new;\n    *old_size = new_size;\n", "    peer_blocks++; peer_kept += new_size - *old_size; peer_at();\n    *ptr = new;\n    *old_size = new_size;\n"},
	{"            ctx->cur_mem_usage_default -= block->size;\n", "            ctx->cur_mem_usage_default -= block->size; peer_live = ctx->cur_mem_usage_default;\n"},
	{"    if (size == 0) { return; }                                          \\\n    int64_t k, n, m;", "    if (size == 0) { return; } peer_copies++; int64_t k, n, m;"},
}

// keptBlock matches where a function lets a block grow, which it frees when it ends.
var keptBlock = regexp.MustCompile(`lexical_realloc\(ctx, &(\w+), &(\w+),`)

// slices are functions on LMAD slices, which programs have without further ado here.
const slices = `def flat_index_2d [n] 't (a: [n]t) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) : [n1][n2]t = intrinsics.flat_index_2d a o n1 s1 n2 s2 :> [n1][n2]t
def flat_index_3d [n] 't (a: [n]t) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64) : [n1][n2][n3]t = intrinsics.flat_index_3d a o n1 s1 n2 s2 n3 s3 :> [n1][n2][n3]t
def flat_update_2d [n][k][l] 't (a: *[n]t) (o: i64) (s1: i64) (s2: i64) (x: [k][l]t) : *[n]t = intrinsics.flat_update_2d a o s1 s2 x
def flat_update_3d [n][k][l][m] 't (a: *[n]t) (o: i64) (s1: i64) (s2: i64) (s3: i64) (x: [k][l][m]t) : *[n]t = intrinsics.flat_update_3d a o s1 s2 s3 x
`

// compilePeer compiles a program by Futhark and gcc.
func compilePeer(ctx context.Context, futhark, text string) (*peer, error) {
	folder, err := os.MkdirTemp("", "lamina-peer-*")
	if err != nil {
		return nil, err
	}
	p := &peer{folder}
	if err := p.compile(ctx, futhark, text); err != nil {
		p.remove()
		return nil, err
	}
	return p, nil
}

func (p *peer) compile(ctx context.Context, futhark, text string) error {
	source, c := filepath.Join(p.folder, "p.fut"), filepath.Join(p.folder, "p.c")
	if strings.Contains(text, "flat_") {
		text = slices + text
	}
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return err
	}
	if said, err := exec.CommandContext(ctx, futhark, "c", source).CombinedOutput(); err != nil {
		return fmt.Errorf("futhark c: %w: %s", err, bytes.SplitN(said, []byte("\n"), 2)[0])
	}
	printed, err := os.ReadFile(c)
	if err != nil {
		return err
	}
	counted := string(printed)
	for _, e := range edits {
		if strings.Count(counted, e.before) != 1 {
			return fmt.Errorf("the C of this Futhark has no %q", e.before)
		}
		counted = strings.Replace(counted, e.before, e.after, 1)
	}
	for _, kept := range keptBlock.FindAllStringSubmatch(counted, -1) {
		counted = strings.ReplaceAll(counted, "free("+kept[1]+");", "peer_kept -= "+kept[2]+"; free("+kept[1]+");")
	}
	if err := os.WriteFile(c, []byte(counted), 0o666); err != nil {
		return err
	}
	if said, err := exec.CommandContext(ctx, "gcc", "-O1", "-w", c, "-o", filepath.Join(p.folder, "p"), "-lm").CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w: %s", err, said)
	}
	return nil
}

func (p *peer) use(ctx context.Context, in input) (use, error) {
	c := exec.CommandContext(ctx, filepath.Join(p.folder, "p"), "-n", "-e", in.entry)
	var args, said strings.Builder
	for _, a := range in.args {
		args.WriteString(a.String() + "\n")
	}
	c.Stdin, c.Stderr = strings.NewReader(args.String()), &said
	if err := c.Run(); err != nil {
		return use{}, fmt.Errorf("%w: %s", err, said.String())
	}
	var u use
	at := strings.LastIndex(said.String(), "peer ")
	if at < 0 {
		return use{}, fmt.Errorf("nothing was counted: %s", said.String())
	}
	_, err := fmt.Sscanf(said.String()[at:], "peer %d %d %d", &u.blocks, &u.copies, &u.peak)
	return u, err
}

func (p *peer) remove() { _ = os.RemoveAll(p.folder) }
