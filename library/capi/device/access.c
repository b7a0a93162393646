// What the library does with the device's memory on behalf of callers.

static bool lamina_write(lamina_context *c, block to, i64 at, const void *from, i64 bytes) {
  c->window_bytes = 0;
  return bytes > 0 && lamina_driver_write(c, to->memory, at, from, bytes);
}

static bool lamina_read(lamina_context *c, void *to, block from, i64 at, i64 bytes) {
  return bytes > 0 && lamina_driver_read(c, to, from->memory, at, bytes);
}

static bool lamina_move(lamina_context *c, block to, block from, i64 at, i64 bytes) {
  c->window_bytes = 0;
  return bytes > 0 && (lamina_driver_copy(c, to->memory, 0, from->memory, at, bytes) || lamina_driver_finish(c));
}

static bool lamina_zero(lamina_context *c, block to, i64 bytes) {
  static const u8 zero = 0;
  c->window_bytes = 0;
  return bytes > 0 && lamina_driver_fill(c, to->memory, &zero, 1, 0, bytes);
}

// lamina_borrow makes a block of a caller's memory.
static bool lamina_borrow(lamina_context *c, lamina_raw from, i64 bytes, block *to) {
  if (!lamina_driver_has(c, from, bytes)) return true;
  *to = lamina_new_block(from, bytes, bytes);
  if (*to != NULL) (*to)->borrowed = true;
  return *to == NULL;
}

static void lamina_return_borrowed(lamina_context *c, block b) { lamina_release(c->threads, b); }

static lamina_raw lamina_raw_of(block b) { return b->memory; }
static bool lamina_has_raw(lamina_raw raw) { return raw != (lamina_raw)0; }

// lamina_is_lent tells whether a block is a caller's memory, which results must not keep.
static bool lamina_is_lent(block b) { return b->borrowed; }

static bool lamina_is_shared(block b) { return b->count > 1; }
static bool lamina_is_same(block a, block b) { return a->memory == b->memory; }

#define LAMINA_COUNTS_LENT false // blocks of borrowed memory are counted, too

// lamina_tell_fault takes the fault over; NULL if there is none. A lost device keeps its own.
static char *lamina_tell_fault(lamina_context *c) {
  if (!lamina_is_broken(c)) return NULL;
  char *text = c->fault == NULL ? NULL : strdup(c->fault);
  if (!c->lost) {
    free(c->fault);
    c->fault = NULL;
  }
  return text == NULL ? strdup("the device does not answer, and there is no memory to say why") : text;
}

// lamina_adjust sets a tuning parameter.
static LAMINA_UNUSED void lamina_adjust(lamina_context *c, i32 parameter, i64 kept) { c->parameters[parameter] = kept; }

static void lamina_tidy_context(lamina_context *c, bool all) {
  (void)all;
  if (c->heap != NULL) lamina_put_back(c, c->heap);
  c->heap = NULL;
}

static void lamina_context_free(lamina_context *c) {
  lamina_driver_enter(c);
  lamina_tidy_context(c, true);
  lamina_clear_cache(c);
  while (c->unused_mapped != NULL) {
    block b = c->unused_mapped;
    c->unused_mapped = b->next;
    free(b);
  }
  if (c->has_record) lamina_driver_free(c, c->record);
  lamina_driver_leave(c);
  lamina_driver_close(c);
  free(c->fault);
  free(c);
}

// lamina_open_context opens the device and compiles the kernels.
static bool lamina_open_context(lamina_context *c, const lamina_config *config) {
  if (lamina_driver_open(c, config)) return true;
  if (!LAMINA_PROCESSOR && c->info.most_threads < LAMINA_GROUP) {
    return lamina_faults(c, "the kernels have groups of %d threads; %s allows %lld", LAMINA_GROUP, c->info.name, (long long)c->info.most_threads);
  }
  if (c->info.shared < LAMINA_STAGED) {
    return lamina_faults(c, "the kernels have %d bytes of shared memory; %s has %lld", LAMINA_STAGED, c->info.name, (long long)c->info.shared);
  }
  int answer = lamina_driver_alloc(c, LAMINA_RECORD, &c->record);
  if (answer == LAMINA_FULL) return lamina_faults(c, "%s has no memory for a context", c->info.name);
  c->has_record = answer == LAMINA_DONE;
  return answer != LAMINA_DONE || lamina_clear_record(c) || lamina_driver_finish(c);
}

// lamina_context_of makes the context that a configuration describes; NULL if there is no memory
// for it. If the device cannot be had, the context has that as its fault.
static lamina_context *lamina_context_of(const lamina_config *config) {
  lamina_context *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->threads[0].context = c;
  c->profile = config->profiling;
  c->groups = config->groups;
  c->block_size = config->block_size;
  c->threshold = config->threshold < 0 ? 0 : config->threshold;
  memcpy(c->parameters, config->parameters, sizeof c->parameters);
  c->lost = lamina_open_context(c, config);
  lamina_driver_leave(c);
  c->limit = config->limit > 0 ? config->limit : c->info.memory;
  return c;
}
