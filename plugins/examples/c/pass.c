// A plugin in C with one pass, double-c, which rewrites x * 2 to x + x. It uses no
// library. Protocol buffers are parsed and written by hand: a message is a
// sequence of fields, each a tag (field number * 8 + wire type) and a number
// (wire type 0) or bytes (wire type 2), which may be a message again.
//
// The schemas: core/wire/proto/lamina/ir/v1/ir.proto is the program,
// plugins/proto/lamina/passes/v1/pass.proto what a host asks.

typedef unsigned char u8;
typedef unsigned u32;
typedef unsigned long long u64;

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
struct iovec { u8 *at; u32 n; };
WASI(fd_read) int fd_read(int fd, struct iovec *v, u32 count, u32 *got);
WASI(fd_write) int fd_write(int fd, struct iovec *v, u32 count, u32 *put);
WASI(args_sizes_get) int args_sizes_get(u32 *count, u32 *bytes);
WASI(args_get) int args_get(char **args, char *bytes);
WASI(proc_exit) _Noreturn void proc_exit(int code);

// ---- memory: taken from the end of the module's, never given back

extern u8 __heap_base;
static u8 *next = &__heap_base;

static void fail(const char *why) {
	u32 n = 0, put;
	while (why[n]) n++;
	struct iovec v = {(u8 *)why, n};
	fd_write(2, &v, 1, &put);
	proc_exit(1);
}

static u8 *take(u32 n) {
	u8 *at = next;
	next += (n + 7) & ~7u;
	u32 have = __builtin_wasm_memory_size(0) << 16, need = (u32)next;
	if (need > have && __builtin_wasm_memory_grow(0, ((need - have) >> 16) + 1) == (u32)-1)
		fail("out of memory\n");
	return at;
}

static void copy(u8 *to, const u8 *from, u32 n) {
	for (u32 i = 0; i < n; i++) to[i] = from[i];
}

// ---- messages

// A buffer that grows.
struct out { u8 *at; u32 n, room; };

static void put(struct out *o, const u8 *b, u32 n) {
	if (o->n + n > o->room) {
		u32 room = 2 * (o->n + n) + 64;
		u8 *at = take(room);
		copy(at, o->at, o->n);
		o->at = at, o->room = room;
	}
	copy(o->at + o->n, b, n);
	o->n += n;
}

static void put_number(struct out *o, u64 v) {
	u8 b[10];
	u32 n = 0;
	for (; v >= 128; v >>= 7) b[n++] = v | 128;
	b[n++] = v;
	put(o, b, n);
}

static void put_bytes(struct out *o, u32 field, const u8 *b, u32 n) {
	put_number(o, field << 3 | 2);
	put_number(o, n);
	put(o, b, n);
}

static void put_text(struct out *o, u32 field, const char *s) {
	u32 n = 0;
	while (s[n]) n++;
	put_bytes(o, field, (const u8 *)s, n);
}

static void put_flag(struct out *o, u32 field, u64 v) {
	put_number(o, field << 3);
	put_number(o, v);
}

// A message that is read, and the field that was read last: raw is all of it,
// with its tag; bytes or number its value.
struct in { const u8 *at, *end; };
struct field { u32 number, type; u64 value; struct in bytes; const u8 *raw; u32 raw_n; };

static u64 number(struct in *m) {
	u64 v = 0;
	for (u32 shift = 0; m->at < m->end && shift < 64; shift += 7) {
		u8 b = *m->at++;
		v |= (u64)(b & 127) << shift;
		if (b < 128) return v;
	}
	fail("a number is cut off\n");
	return 0;
}

static int read(struct in *m, struct field *f) {
	if (m->at >= m->end) return 0;
	f->raw = m->at;
	u64 tag = number(m);
	f->number = tag >> 3, f->type = tag & 7;
	if (f->type == 0) {
		f->value = number(m);
	} else if (f->type == 2) {
		u64 n = number(m);
		if (n > (u64)(m->end - m->at)) fail("a field is cut off\n");
		f->bytes.at = m->at, f->bytes.end = m->at += n;
	} else {
		fail("what was sent is no message\n");
	}
	f->raw_n = m->at - f->raw;
	return 1;
}

static int is_text(struct in b, const char *s) {
	for (; b.at < b.end; b.at++)
		if (*b.at != (u8)*s++) return 0;
	return *s == 0;
}

// ---- the pass

// is_two reports whether an Atom is the integer 2: no var (1), a type (2) from
// I8 to U64, the bits (3) of 2.
static int is_two(struct in atom) {
	u64 var = 0, type = 0, bits = 0;
	for (struct field f; read(&atom, &f);) {
		if (f.number == 1) var = f.value;
		if (f.number == 2) type = f.value;
		if (f.number == 3) bits = f.value;
	}
	return !var && 1 <= type && type <= 8 && bits == 2;
}

static u64 doubled, most = -1; // the number of rewrites, and how many are allowed

// sum writes an Operation prim(mul, type, [x, 2]) as prim(add, type, [x, x]) and
// reports whether it was one. Its parts (2) hold a symbol (9), a type (10) and
// atoms (3).
static int sum(struct in op, struct out *o) {
	struct in symbol = {0}, atoms = {0}, elem = {0}, args[2];
	u32 parts = 0, n = 0;
	for (struct field f; read(&op, &f);) {
		if (f.number == 1 && !is_text(f.bytes, "prim")) return 0;
		if (f.number != 2) continue;
		parts++;
		struct in part = f.bytes;
		for (struct field g; read(&part, &g);) {
			if (g.number == 9) symbol = g.bytes;
			if (g.number == 10) elem = f.bytes;
			if (g.number == 3) atoms = g.bytes;
		}
	}
	if (parts != 3 || !symbol.at || !is_text(symbol, "mul") || !atoms.at || !elem.at) return 0;
	for (struct field f; read(&atoms, &f);) {
		if (n == 2) return 0;
		args[n++] = f.bytes;
	}
	if (n != 2) return 0;
	struct in x = is_two(args[1]) ? args[0] : args[1];
	if ((!is_two(args[0]) && !is_two(args[1])) || doubled >= most) return 0;

	struct out part = {0}, list = {0};
	put_text(o, 1, "prim");
	put_text(&part, 9, "add");
	put_bytes(o, 2, part.at, part.n);
	put_bytes(o, 2, elem.at, elem.end - elem.at);
	for (int i = 0; i < 2; i++) put_bytes(&list, 1, x.at, x.end - x.at);
	part.n = 0;
	put_bytes(&part, 3, list.at, list.n);
	put_bytes(o, 2, part.at, part.n);
	doubled++;
	return 1;
}

// The messages on the way from a program to its operations, and in which of
// their fields the next ones are.
enum kind { PROGRAM, FUNCTION, BODY, STATEMENT, OPERATION, PART, LAMBDA, HIST_OPS, HIST_OP, KINDS };
static const struct { enum kind in; u32 field; enum kind next; } ways[] = {
	{PROGRAM, 6, FUNCTION}, {FUNCTION, 5, BODY}, {BODY, 1, STATEMENT}, {STATEMENT, 2, OPERATION},
	{OPERATION, 2, PART}, {PART, 22, LAMBDA}, {PART, 23, BODY}, {PART, 17, HIST_OPS},
	{LAMBDA, 2, BODY}, {HIST_OPS, 1, HIST_OP}, {HIST_OP, 3, LAMBDA},
};

// rewrite copies a message, rewriting its operations. Unknown fields are copied
// unchanged.
static void rewrite(enum kind kind, struct in m, struct out *o) {
	if (kind == OPERATION && sum(m, o)) return;
	for (struct field f; read(&m, &f);) {
		enum kind next = KINDS;
		for (u32 i = 0; i < sizeof ways / sizeof *ways; i++)
			if (ways[i].in == kind && ways[i].field == f.number && f.type == 2) next = ways[i].next;
		if (next == KINDS) {
			put(o, f.raw, f.raw_n);
			continue;
		}
		struct out inner = {0};
		rewrite(next, f.bytes, &inner);
		put_bytes(o, f.number, inner.at, inner.n);
	}
}

// ---- the service

static void describe(struct out *o) {
	struct out pass = {0};
	put_text(&pass, 1, "double-c");
	put_text(&pass, 2, "write x * 2 as x + x, in C");
	put_text(&pass, 3, "soac"), put_text(&pass, 3, "kernel"), put_text(&pass, 3, "mem");
	put_text(o, 1, "double-c"), put_text(o, 2, "0.1"); // name, version
	put_flag(o, 3, 1), put_flag(o, 4, 1), put_flag(o, 5, 1); // protocol, versions of the IR
	put_bytes(o, 6, pass.at, pass.n);
	put_flag(o, 15, 1); // complete
}

static void refuse(struct out *o, const char *why) {
	struct out failure = {0};
	put_text(&failure, 3, why);
	put_bytes(o, 3, failure.at, failure.n);
	put_flag(o, 15, 1);
}

// limit takes in an option: rewrites is how many rewrites are allowed, any number if it is
// negative. `lamina bisect` finds with it the one that is wrong.
static void limit(struct in option) {
	struct in name = {0}, value = {0};
	for (struct field f; read(&option, &f);) {
		if (f.number == 1) name = f.bytes;
		if (f.number == 2) value = f.bytes;
	}
	if (!name.at || !is_text(name, "rewrites") || value.at == value.end || *value.at == '-') return;
	for (most = 0; value.at < value.end; value.at++) most = 10 * most + (*value.at - '0');
}

static void run(struct in request, struct out *o) {
	struct in program = {0};
	for (struct field f; read(&request, &f);) {
		if (f.number == 1) program = f.bytes;
		if (f.number != 2) continue;
		struct in step = f.bytes;
		for (struct field g; read(&step, &g);) {
			if (g.number == 1 && !is_text(g.bytes, "double-c")) {
				refuse(o, "there is only the pass double-c");
				return;
			}
			if (g.number == 2) limit(g.bytes);
		}
	}
	// Lamina writes the version (1) first.
	if (!program.at || program.at == program.end || *program.at != 8) {
		refuse(o, "there is no program");
		return;
	}
	struct out result = {0};
	rewrite(PROGRAM, program, &result);
	put_bytes(o, 1, result.at, result.n);
	put_number(o, 4 << 3), put_number(o, doubled); // rewrites
	put_flag(o, 15, 1);
}

void _start(void) {
	struct out request = {0}, answer = {0};
	for (;;) {
		u8 *block = take(1 << 16);
		struct iovec v = {block, 1 << 16};
		u32 got = 0;
		if (fd_read(0, &v, 1, &got)) fail("reading the request failed\n");
		if (!got) break;
		put(&request, block, got);
	}
	u32 count, bytes;
	args_sizes_get(&count, &bytes);
	char **args = (char **)take(count * sizeof *args), *text = (char *)take(bytes);
	args_get(args, text);
	if (count != 2) fail("this is a Lamina plugin: load it with lamina --plugin FILE\n");
	u32 n = 0;
	while (args[1][n]) n++;
	if (n > 3 && args[1][n - 3] == 'R') // …/Run
		run((struct in){request.at, request.at + request.n}, &answer);
	else
		describe(&answer);
	for (u32 done = 0, now; done < answer.n; done += now) {
		struct iovec v = {answer.at + done, answer.n - done};
		if (fd_write(1, &v, 1, &now)) fail("writing the answer failed\n");
	}
	proc_exit(0);
}
