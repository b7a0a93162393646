// The program as a process: it takes calls from standard input and answers on standard output,
// until the input ends. Numbers have the machine's byte order. The arguments are the number of
// threads, the limit on the bytes in blocks, and 1 if kernels are to be timed.
//
// A call is the number of an entry point (u32) and, for each parameter, a word of 8 bytes: a
// scalar's bits, or the size of a block in bytes with the bytes after it. The answer is
//
//	u32 state                    0 if the entry point returned, 1 if it failed,
//	                             2 if there was no room for parameter number `site`
//	u32 site, u32 path, values   of the failure
//	i64 × 8                      nanoseconds, copies, bytes copied, launches, blocks, peak,
//	                             how much of that is in arenas, and nanoseconds of processor time
//	i64 × 3, for each kernel     count, nanoseconds and rank, if kernels are timed
//	u64, for each result         a scalar's bits, or a block's size (if state is 0)
//
// Then, if state is 0, the caller asks for blocks: how many (u32) and, for each, its number,
// parameters first (u32), and how many of its bytes (i64). They follow in that order.

#ifdef LAMINA_PROCESS

#include <stdio.h>

static bool lamina_read(void *to, i64 bytes) {
  for (char *p = to; bytes > 0;) {
    ssize_t n = read(0, p, bytes < 1 << 30 ? (size_t)bytes : 1 << 30);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    bytes -= n;
  }
  return true;
}

static bool lamina_write(const void *from, i64 bytes) {
  for (const char *p = from; bytes > 0;) {
    ssize_t n = write(1, p, bytes < 1 << 30 ? (size_t)bytes : 1 << 30);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    bytes -= n;
  }
  return true;
}

static bool lamina_skip(i64 bytes) {
  char rest[4096];
  for (; bytes > 0; bytes -= (i64)sizeof rest) {
    if (!lamina_read(rest, bytes < (i64)sizeof rest ? bytes : (i64)sizeof rest)) return false;
  }
  return true;
}

// lamina_watch ends the process when its caller is gone, also in the middle of a run.
static void *lamina_watch(void *unused) {
  char byte;
  while (read(3, &byte, 1) < 0 && errno == EINTR) {
  }
  _exit(2);
  return unused;
}

typedef struct {
  u64 words[LAMINA_WORDS];
  u8 answer[12 + 8 * LAMINA_VALUES + 8 * 8 + sizeof(lamina_timing) * LAMINA_KERNELS + 8 * LAMINA_WORDS];
  i64 length;
} lamina_call;

static void lamina_put(lamina_call *call, const void *from, size_t bytes) {
  memcpy(call->answer + call->length, from, bytes);
  call->length += (i64)bytes;
}

// lamina_parameters reads the arguments of a call; state becomes 2 if there is no room for one.
static bool lamina_parameters(lamina_context *c, const lamina_entry *e, lamina_call *call, u32 *state) {
  for (i32 i = 0; i < e->parameters; i++) {
    if (!lamina_read(&call->words[i], 8)) return false;
    if (!e->blocks[i]) continue;
    i64 bytes = (i64)call->words[i];
    block b = *state == 0 ? lamina_large(c, bytes) : NULL;
    call->words[i] = (u64)(uintptr_t)b;
    if (b == NULL && *state == 0) {
      *state = 2;
      u64 value = (u64)bytes;
      (void)lamina_fail(c->threads, (u32)i, 0, 1, &value);
    }
    if (!(b == NULL ? lamina_skip(bytes) : lamina_read(b, bytes))) return false;
  }
  return true;
}

static void lamina_report(lamina_context *c, lamina_call *call, u32 state, i64 took, i64 worked) {
  lamina_failure *f = &c->threads[0].failure;
  u32 head[3] = {state, f->site, f->path};
  i64 counts[8] = {took, 0, 0, 0, 0, atomic_load(&c->peak), 0, worked};
  for (i32 i = 0; i < c->number_of_threads; i++) {
    lamina_thread *t = &c->threads[i];
    counts[1] += t->copies;
    counts[2] += t->bytes_copied;
    counts[3] += t->launches;
    counts[4] += t->blocks;
    counts[6] += t->number_of_arenas * LAMINA_ARENA;
  }
  lamina_put(call, head, sizeof head);
  lamina_put(call, f->values, sizeof f->values);
  lamina_put(call, counts, sizeof counts);
  for (i32 i = 0; c->profile && i < LAMINA_KERNELS; i++) lamina_put(call, &c->timing[i], sizeof c->timing[i]);
}

// lamina_blocks sends what the caller asks for.
static bool lamina_blocks(lamina_call *call) {
  u32 count, number;
  i64 bytes;
  if (!lamina_read(&count, sizeof count)) return false;
  struct {
    u32 number;
    i64 bytes;
  } wanted[LAMINA_WORDS];
  if (count > LAMINA_WORDS) return false;
  for (u32 i = 0; i < count; i++) {
    if (!lamina_read(&number, sizeof number) || !lamina_read(&bytes, sizeof bytes) || number >= LAMINA_WORDS) return false;
    wanted[i].number = number;
    wanted[i].bytes = bytes;
  }
  for (u32 i = 0; i < count; i++) {
    if (!lamina_write((block)(uintptr_t)call->words[wanted[i].number], wanted[i].bytes)) return false;
  }
  return true;
}

// lamina_answer runs a call; false if the caller is gone.
static bool lamina_answer(lamina_context *c, const lamina_entry *e, lamina_call *call) {
  u32 state = 0;
  lamina_thread *t = c->threads;
  call->length = 0;
  memset(call->words, 0, sizeof call->words);
  memset(c->timing, 0, sizeof c->timing);
  c->timed = 0;
  for (i32 i = 0; i < c->number_of_threads; i++) {
    c->threads[i].copies = c->threads[i].bytes_copied = c->threads[i].launches = c->threads[i].blocks = 0;
  }
  memset(&t->failure, 0, sizeof t->failure);
  atomic_store(&c->peak, atomic_load(&c->used));
  if (!lamina_parameters(c, e, call, &state)) return false;
  u64 *results = call->words + e->parameters;
  i64 start = c->launched = lamina_now(), idle = lamina_time(CLOCK_PROCESS_CPUTIME_ID);
  if (state == 0 && e->run(t, call->words, results)) state = 1;
  i64 took = lamina_now() - start;
  lamina_report(c, call, state, took, lamina_time(CLOCK_PROCESS_CPUTIME_ID) - idle);
  for (i32 i = 0; state == 0 && i < e->results; i++) {
    u64 word = results[i];
    if (e->blocks[e->parameters + i]) word = word == 0 ? 0 : (u64)lamina_header_of((block)(uintptr_t)word)->bytes;
    lamina_put(call, &word, sizeof word);
  }
  if (!lamina_write(call->answer, call->length)) return false;
  if (state == 0 && !lamina_blocks(call)) return false;
  for (i32 i = 0; i < e->parameters + e->results; i++) {
    if (e->blocks[i]) lamina_release(t, (block)(uintptr_t)call->words[i]);
  }
  lamina_trim(c);
  return true;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "use: %s THREADS BYTES PROFILE\n", arguments[0]);
    return 1;
  }
  lamina_context *c = lamina_context_new(atoi(arguments[1]), (i64)atoll(arguments[2]), arguments[3][0] == '1');
  lamina_call *call = calloc(1, sizeof *call);
  pthread_t watch;
  if (c == NULL || call == NULL || pthread_create(&watch, NULL, lamina_watch, NULL) != 0) {
    fprintf(stderr, "no memory for %s threads\n", arguments[1]);
    return 1;
  }
  pthread_detach(watch);
  u32 entry;
  while (lamina_read(&entry, sizeof entry) && entry < sizeof lamina_entries / sizeof *lamina_entries && lamina_answer(c, &lamina_entries[entry], call)) {
  }
  free(call);
  lamina_context_free(c);
  return 0;
}

#endif
