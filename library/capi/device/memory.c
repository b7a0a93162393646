// Blocks. What a program lets go of is kept for reuse, as drivers take long; sizes are rounded up
// by at most a quarter, so that similar ones meet. Commands run in order, so memory may be given
// out again while the device still uses it for what came before.

#define LAMINA_SMALLEST 256 // bytes; empty blocks have them, too

// lamina_room is the size that is reserved for bytes: a power of two, or 5/4, 6/4 or 7/4 of one.
static i64 lamina_room(i64 bytes) {
  if (bytes <= LAMINA_SMALLEST) return LAMINA_SMALLEST;
  i64 step = (i64)1 << (61 - __builtin_clzll((u64)bytes - 1));
  return bytes > INT64_MAX - step ? bytes : (bytes + step - 1) / step * step;
}

// lamina_class is the number of a size that lamina_room gives; -1 for others.
static i32 lamina_class(i64 room) {
  i32 length = 64 - __builtin_clzll((u64)room - 1);
  i64 step = (i64)1 << (length - 3);
  return room != lamina_room(room) || room % step != 0 ? -1 : 4 * length + (i32)(room / step) - 5;
}

// lamina_clear_cache gives back to the device what is kept for reuse.
static void lamina_clear_cache(lamina_context *c) {
  if (!lamina_is_broken(c)) (void)lamina_driver_finish(c);
  for (i32 i = 0; i < LAMINA_CLASSES; i++) {
    while (c->unused[i] != NULL) {
      block b = c->unused[i];
      c->unused[i] = b->next;
      lamina_driver_free(c, b->memory);
      free(b);
    }
  }
}

static block lamina_new_block(lamina_memory memory, i64 bytes, i64 room) {
  block b = calloc(1, sizeof *b);
  if (b == NULL) return NULL;
  b->memory = memory;
  b->count = 1;
  b->bytes = bytes;
  b->room = room;
  return b;
}

// lamina_obtain is a block of at least so many bytes; NULL if there is no room, or a fault.
static block lamina_obtain(lamina_context *c, i64 bytes) {
  if (lamina_is_broken(c)) return NULL;
  i64 room = lamina_room(bytes);
  i32 class = lamina_class(room);
  block b = class < 0 ? NULL : c->unused[class];
  if (b != NULL) {
    c->unused[class] = b->next;
    b->next = NULL;
    b->count = 1;
    b->bytes = bytes;
    return b;
  }
  i64 exact = bytes <= LAMINA_SMALLEST ? LAMINA_SMALLEST : (bytes + 7) / 8 * 8;
  if (room > c->info.most_bytes) room = exact;
  lamina_memory memory;
  int answer = lamina_driver_alloc(c, room, &memory);
  if (answer == LAMINA_FULL) {
    lamina_clear_cache(c);
    room = exact;
    answer = lamina_driver_alloc(c, room, &memory);
  }
  if (answer != LAMINA_DONE) return NULL;
  b = lamina_new_block(memory, bytes, room);
  if (b == NULL) lamina_driver_free(c, memory);
  return b;
}

// lamina_put_back keeps a block for reuse.
static void lamina_put_back(lamina_context *c, block b) {
  i32 class = lamina_class(b->room);
  if (class >= 0) {
    b->next = c->unused[class];
    c->unused[class] = b;
    return;
  }
  if (!lamina_is_broken(c)) (void)lamina_driver_finish(c);
  lamina_driver_free(c, b->memory);
  free(b);
}

static bool lamina_check_kernels(lamina_thread *t);

static LAMINA_UNUSED __attribute__((cold, noinline)) block lamina_no_room(lamina_thread *t, i64 bytes, u32 site, u32 path) {
  u64 value = (u64)bytes;
  if (!lamina_breaks(t, lamina_is_broken(t->context)) && !lamina_check_kernels(t)) (void)lamina_fail(t, site, path, 1, &value);
  return NULL;
}

// lamina_take counts bytes as used, unless that exceeds the limit.
static bool lamina_take(lamina_context *c, i64 bytes) {
  if (bytes < 0 || bytes > c->limit - c->used) return false;
  c->used += bytes;
  if (c->used > c->peak) c->peak = c->used;
  return true;
}

// lamina_alloc makes a block that one variable holds. It returns NULL, and notes the failure,
// if there is no room.
static block lamina_alloc(lamina_thread *t, i64 bytes, u32 site, u32 path) {
  lamina_context *c = t->context;
  if (bytes == INT64_MAX || !lamina_take(c, bytes)) return lamina_no_room(t, bytes, site, path);
  block b = lamina_obtain(c, bytes);
  if (b != NULL) return b;
  c->used -= bytes;
  return lamina_no_room(t, bytes, site, path);
}

// lamina_alloc_mapped makes a block of what the host reads when kernels have written it.
static LAMINA_UNUSED block lamina_alloc_mapped(lamina_thread *t, i64 bytes, u32 site, u32 path) {
  lamina_context *c = t->context;
  block b = c->unused_mapped;
  if (b == NULL || bytes < 0 || bytes > b->room || !lamina_take(c, bytes)) return lamina_alloc(t, bytes, site, path);
  c->unused_mapped = b->next;
  b->count = 1;
  b->bytes = bytes;
  return b;
}

static LAMINA_UNUSED void lamina_retain(block b) {
  if (b != NULL) b->count++;
}

// lamina_release lets go of what a variable holds, if it holds anything.
static void lamina_release(lamina_thread *t, block b) {
  if (b == NULL || --b->count > 0) return;
  if (b->borrowed) {
    free(b);
    return;
  }
  t->context->used -= b->bytes;
  if (b->mapped != NULL) {
    b->next = t->context->unused_mapped;
    t->context->unused_mapped = b;
  } else {
    lamina_put_back(t->context, b);
  }
}

static LAMINA_UNUSED i64 lamina_size_of(block b) { return b == NULL ? 0 : b->bytes; }

// lamina_apart tells whether blocks share no memory. What callers lend may be parts of one piece.
static LAMINA_UNUSED bool lamina_apart(block a, block b) {
  return a == NULL || b == NULL || (a != b && !(a->borrowed && b->borrowed));
}
