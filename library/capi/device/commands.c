// Commands to the device, and waiting for it.

// lamina_within checks what the compiler has to see to: that an access is within its block.
static bool lamina_within(lamina_thread *t, block b, i64 offset, i64 bytes) {
  i64 has = b == NULL ? 0 : b->bytes;
  if (offset >= 0 && bytes <= has - offset) return false;
  return lamina_check_kernels(t) || lamina_breaks(t, lamina_faults(t->context, "bytes %lld to %lld of a block of %lld bytes are used", (long long)offset, (long long)(offset + bytes), (long long)has));
}

// The failure record of kernels: where its parts are, in bytes.
#define LAMINA_RECORD_SITE 12
#define LAMINA_RECORD_PATH 24
#define LAMINA_RECORD_VALUES 32
#define LAMINA_RECORD (LAMINA_RECORD_VALUES + 8 * LAMINA_KERNEL_VALUES)

static const u32 lamina_host_sites; // how many places of the host part can fail

static bool lamina_clear_record(lamina_context *c) {
  static const u32 zero = 0;
  c->window_bytes = 0;
  return lamina_driver_fill(c, c->record, &zero, sizeof zero, 0, LAMINA_RECORD);
}

// lamina_check_kernels waits for the kernels that may fail, and tells whether one has.
static bool lamina_check_kernels(lamina_thread *t) {
  lamina_context *c = t->context;
  if (lamina_breaks(t, lamina_is_broken(c))) return true;
  if (!c->may_have_failed) return false;
  u8 record[LAMINA_RECORD];
  if (lamina_breaks(t, lamina_driver_read(c, record, c->record, 0, sizeof record))) return true;
  u32 site;
  u64 path;
  memcpy(&site, record + LAMINA_RECORD_SITE, sizeof site);
  memcpy(&path, record + LAMINA_RECORD_PATH, sizeof path);
  c->may_have_failed = false;
  if (site == 0) return false;
  t->failure.site = lamina_host_sites + site;
  t->failure.path = (u32)path;
  memcpy(t->failure.values, record + LAMINA_RECORD_VALUES, 8 * LAMINA_KERNEL_VALUES);
  (void)lamina_clear_record(c);
  return true;
}

// lamina_fetch reads an element, with some of its neighbours, which may be wanted next.
static LAMINA_UNUSED bool lamina_fetch(lamina_thread *t, void *to, i64 size, block b, i64 index) {
  lamina_context *c = t->context;
  i64 offset = index * size;
  if (lamina_check_kernels(t) || lamina_within(t, b, offset, size)) return true;
  if (b->mapped != NULL) {
    if (lamina_breaks(t, lamina_driver_finish(c))) return true;
    memcpy(to, b->mapped + offset, (size_t)size);
    return false;
  }
  if (c->window_bytes == 0 || c->window_of != b->memory || offset < c->window_from || offset + size > c->window_from + c->window_bytes) {
    i64 bytes = b->bytes - offset < LAMINA_WINDOW ? b->bytes - offset : LAMINA_WINDOW;
    c->window_bytes = 0;
    if (lamina_breaks(t, lamina_driver_read(c, c->window, b->memory, offset, bytes))) return true;
    c->window_of = b->memory;
    c->window_from = offset;
    c->window_bytes = bytes;
  }
  memcpy(to, c->window + (offset - c->window_from), (size_t)size);
  return false;
}

// lamina_poke writes an element: its bits.
static LAMINA_UNUSED bool lamina_poke(lamina_thread *t, block b, i64 index, i64 size, u64 bits) {
  t->context->window_bytes = 0;
  return lamina_within(t, b, index * size, size) || lamina_breaks(t, lamina_driver_fill(t->context, b->memory, &bits, size, index * size, size));
}

// lamina_argument is a variable that a kernel takes.
typedef union {
  u64 bits;
  block block;
} lamina_argument;

// lamina_view is where an array lies: a block, an offset, and a stride for each dimension.
typedef struct {
  block block;
  i64 offset;
  const i64 *steps;
} lamina_view;

// lamina_kernel is what starting a kernel takes.
typedef struct {
  const char *name;
  i32 rank;
  bool fails, allocates;
  i64 rows, columns; // of a thread, if groups take tiles of the space; else 0
  bool staged;       // the tiles go through shared memory
  i32 grid, block;   // tuning parameters: how many groups, and of how many threads; -1 if there are none
  i32 count;         // arguments of its own
  const u8 *sizes;   // their bytes; 0 for blocks
} lamina_kernel;

static const lamina_kernel lamina_kernels[];

static void lamina_add(lamina_cell *cells, i32 *count, i32 kind, i32 size, u64 bits) {
  cells[*count].kind = kind;
  cells[*count].size = size;
  cells[(*count)++].bits = bits;
}

static void lamina_add_memory(lamina_cell *cells, i32 *count, block b) {
  cells[*count].kind = LAMINA_MEMORY_CELL;
  cells[*count].size = 8;
  cells[(*count)++].memory = b == NULL ? (lamina_memory)0 : b->memory;
}

#define LAMINA_GROUP 256 // threads
#define LAMINA_LOG_GROUP 8
#define LAMINA_LOG_STAGED 5 // the logarithm of the width of a tile in threads that goes through shared memory

static i64 lamina_least(i64 x, i64 y) { return x < y ? x : y; }
static i64 lamina_parts(i64 n, i64 part) { return n / part + (n % part != 0); }
static i32 lamina_log(i64 n) { return n <= 1 ? 0 : 64 - __builtin_clzll((u64)n - 1); }

// lamina_begin_cells writes the arguments that come first. Heap is the memory of a thread.
static bool lamina_begin_cells(lamina_thread *t, u32 path, const lamina_kernel *k, i64 threads, i64 heap, lamina_cell *cells, i32 *count) {
  lamina_context *c = t->context;
  cells[0].kind = LAMINA_MEMORY_CELL;
  cells[0].size = 8;
  cells[0].memory = c->record;
  *count = 1;
  lamina_add(cells, count, LAMINA_SCALAR_CELL, 4, ++c->launches);
  if (k->fails) lamina_add(cells, count, LAMINA_SCALAR_CELL, 8, path);
  if (!k->allocates) return false;
  if (c->heap != NULL && c->heap->bytes < threads * heap) {
    lamina_put_back(c, c->heap);
    c->heap = NULL;
  }
  if (c->heap == NULL && (c->heap = lamina_obtain(c, threads * heap)) == NULL) {
    return lamina_check_kernels(t) || lamina_breaks(t, lamina_faults(c, "reserving %lld bytes for the arrays that threads make: the device has no more memory", (long long)(threads * heap)));
  }
  lamina_add_memory(cells, count, c->heap);
  lamina_add(cells, count, LAMINA_SCALAR_CELL, 8, (u64)heap);
  return false;
}

// lamina_go adds a kernel's own arguments and starts it.
static bool lamina_go(lamina_thread *t, i32 kernel, i64 groups, i64 size, lamina_cell *cells, i32 count, const lamina_argument *arguments) {
  lamina_context *c = t->context;
  const lamina_kernel *k = &lamina_kernels[kernel];
  for (i32 i = 0; i < k->count; i++) {
    if (k->sizes[i] == 0) {
      lamina_add_memory(cells, &count, arguments[i].block);
    } else {
      lamina_add(cells, &count, LAMINA_SCALAR_CELL, k->sizes[i], arguments[i].bits);
    }
  }
  c->window_bytes = 0;
  if (lamina_breaks(t, lamina_driver_launch(c, kernel, groups, size, cells, count))) return true;
  if (k->fails) c->may_have_failed = true;
  return false;
}

// lamina_tiling is how a space is cut into tiles: it is seen as a matrix, whose columns are its
// last dimension.
typedef struct {
  i64 rows, columns; // of a thread
  i64 groups, across, height;
  i32 log_width; // of a tile, in threads
} lamina_tiling;

static lamina_tiling lamina_cut(const i64 *sizes, i32 rank, i64 rows, i64 columns, i32 width) {
  lamina_tiling t = {.rows = rows, .columns = columns, .height = 1};
  i64 last = sizes[rank - 1];
  if (rank == 1) {
    t.groups = lamina_parts(last, LAMINA_GROUP * rows);
    return t;
  }
  for (i32 d = 0; d < rank - 1; d++) t.height *= sizes[d];
  t.log_width = (i32)lamina_least(lamina_log(last), width);
  while (t.log_width < lamina_least(LAMINA_LOG_GROUP, lamina_log(last)) && t.height <= rows << (LAMINA_LOG_GROUP - t.log_width - 1)) t.log_width++;
  t.across = lamina_parts(last, columns << t.log_width);
  t.groups = t.across * lamina_parts(t.height, rows << (LAMINA_LOG_GROUP - t.log_width));
  return t;
}

// lamina_tile cuts a space. Few tiles are made smaller, so that all units of the device have work.
static lamina_tiling lamina_tile(const lamina_context *c, const lamina_kernel *k, const i64 *sizes) {
  i32 width = k->columns > 1 ? 5 : 6;
  lamina_tiling t = lamina_cut(sizes, k->rank, k->rows, k->columns, width);
  if (k->staged && t.log_width == LAMINA_LOG_STAGED && t.groups >= c->info.units / 4) return t;
  return k->staged || t.groups < c->info.units * 4 ? lamina_cut(sizes, k->rank, 1, 1, width) : t;
}

static void lamina_add_u32(lamina_cell *cells, i32 *count, u64 x) { lamina_add(cells, count, LAMINA_SCALAR_CELL, 4, x); }

// lamina_add_divisor adds what a kernel divides numbers below 2^31 by: the quotient is the product
// with the first number, less as many bits as the second one says.
static void lamina_add_divisor(lamina_cell *cells, i32 *count, i64 divisor) {
  i32 bits = 31 + lamina_log(divisor);
  lamina_add_u32(cells, count, (((u64)1 << bits) + (u64)divisor - 1) / (u64)divisor);
  lamina_add_u32(cells, count, (u64)bits);
}

static bool lamina_start_tiles(lamina_thread *t, u32 path, i32 kernel, const i64 *sizes, const lamina_argument *arguments) {
  lamina_cell cells[LAMINA_CELLS];
  i32 count;
  const lamina_kernel *k = &lamina_kernels[kernel];
  lamina_tiling cut = lamina_tile(t->context, k, sizes);
  if (lamina_begin_cells(t, path, k, 0, 0, cells, &count)) return true;
  for (i32 d = 0; d < k->rank; d++) lamina_add_u32(cells, &count, (u64)sizes[d]);
  lamina_add_u32(cells, &count, (u64)cut.rows);
  if (k->rank > 1) {
    lamina_add_u32(cells, &count, (u64)cut.columns);
    lamina_add_u32(cells, &count, (u64)cut.log_width);
    lamina_add_u32(cells, &count, (u64)cut.across);
    lamina_add_divisor(cells, &count, cut.across);
    lamina_add_u32(cells, &count, (u64)cut.height);
  }
  for (i32 d = 1; d < k->rank - 1; d++) lamina_add_divisor(cells, &count, sizes[d]);
  return lamina_go(t, kernel, cut.groups, LAMINA_GROUP, cells, count, arguments);
}

// lamina_thread_heap is what each of so many threads has for the arrays that it makes.
static i64 lamina_thread_heap(const lamina_context *c, i64 threads) {
  i64 budget = lamina_least(lamina_least(c->info.memory / 4, c->info.most_bytes), (i64)4 << 30);
  return lamina_least(budget / threads, (i64)1 << 28) / 64 * 64;
}

// lamina_most_heap is what a thread has where all are running.
static i64 lamina_most_heap(const lamina_context *c) {
  i64 size = LAMINA_PROCESSOR ? 1 : lamina_least(LAMINA_GROUP, c->info.most_threads);
  return lamina_thread_heap(c, size * c->info.units * (LAMINA_PROCESSOR ? 8 : 4));
}

// lamina_block_size is how many threads the groups of a kernel have that strides over its space.
static i64 lamina_block_size(const lamina_context *c, i32 kernel) {
  i64 usual = lamina_least(LAMINA_GROUP, c->info.most_threads);
  i32 parameter = lamina_kernels[kernel].block;
  if (parameter < 0) return usual;
  i64 size = lamina_chosen(c, parameter, c->block_size);
  return size <= 0 ? usual : lamina_least(size, lamina_driver_most_threads(c, kernel));
}

// lamina_start starts a kernel over an index space, for which site is the failure if it is too large.
static LAMINA_UNUSED bool lamina_start(lamina_thread *t, u32 path, i32 kernel, u32 site, const i64 *sizes, const lamina_argument *arguments) {
  lamina_context *c = t->context;
  const lamina_kernel *k = &lamina_kernels[kernel];
  i64 total = 1;
  for (i32 d = 0; d < k->rank; d++) {
    if (sizes[d] <= 0) return false;
  }
  for (i32 d = 0; d < k->rank; d++) {
    if (__builtin_mul_overflow(total, sizes[d], &total)) return lamina_check_kernels(t) || lamina_fail(t, site, path, 0, NULL);
  }
  if (k->rows > 0) return lamina_start_tiles(t, path, kernel, sizes, arguments);
  i64 groups, size, heap = 0;
  if (LAMINA_PROCESSOR) {
    size = 1;
    groups = c->groups > 0 ? c->groups : c->info.units * 8;
  } else {
    size = lamina_block_size(c, kernel);
    groups = c->groups > 0 ? c->groups : c->info.units * 32;
  }
  i64 chosen = lamina_chosen(c, k->grid, groups);
  groups = lamina_least(lamina_parts(total, size), chosen > 0 ? chosen : groups);
  if (k->allocates) {
    if (!LAMINA_PROCESSOR) groups = lamina_least(groups, c->info.units * 4);
    heap = lamina_thread_heap(c, groups * size);
  }
  lamina_cell cells[LAMINA_CELLS];
  i32 count;
  if (lamina_begin_cells(t, path, k, groups * size, heap, cells, &count)) return true;
  for (i32 d = 0; d < k->rank; d++) lamina_add(cells, &count, LAMINA_SCALAR_CELL, 8, (u64)sizes[d]);
  return lamina_go(t, kernel, groups, size, cells, count, arguments);
}

// lamina_start_groups starts a kernel by groups, which share memory; site is the failure if they
// want too much of that.
static LAMINA_UNUSED bool lamina_start_groups(lamina_thread *t, u32 path, i32 kernel, u32 site, i64 groups, i64 size, i32 number, const i64 *shared, const lamina_argument *arguments) {
  lamina_cell cells[LAMINA_CELLS];
  i32 count;
  if (groups <= 0 || size <= 0) return false;
  if (lamina_begin_cells(t, path, &lamina_kernels[kernel], 0, 0, cells, &count)) return true;
  i64 room = 0;
  for (i32 i = 0; i < number; i++) {
    i64 bytes = shared[i] < 1 ? 1 : shared[i];
    lamina_add(cells, &count, LAMINA_SHARED_CELL, 8, (u64)bytes);
    room += (bytes + 15) / 16 * 16;
  }
  if (room > t->context->info.shared) {
    const u64 values[] = {(u64)room, (u64)t->context->info.shared};
    return lamina_check_kernels(t) || lamina_fail(t, site, path, 2, values);
  }
  return lamina_go(t, kernel, groups, size, cells, count, arguments);
}

// lamina_in_one_piece tells whether the elements of a view lie one after the other.
static bool lamina_in_one_piece(i32 rank, const i64 *sizes, const i64 *steps) {
  i64 want = 1;
  for (i32 d = rank - 1; d >= 0; d--) {
    if (sizes[d] != 1 && steps[d] != want) return false;
    want *= sizes[d];
  }
  return true;
}

// lamina_copy copies an array: by a kernel unless both lie in one piece.
static LAMINA_UNUSED bool lamina_copy(lamina_thread *t, u32 path, i32 kernel, u32 site, i64 size, i32 rank, const i64 *sizes, lamina_view to, lamina_view from, const lamina_argument *arguments) {
  i64 bytes = size;
  for (i32 d = 0; d < rank; d++) {
    if (sizes[d] <= 0) return false;
    bytes *= sizes[d];
  }
  if (!lamina_in_one_piece(rank, sizes, to.steps) || !lamina_in_one_piece(rank, sizes, from.steps)) return lamina_start(t, path, kernel, site, sizes, arguments);
  if (lamina_within(t, to.block, to.offset * size, bytes) || lamina_within(t, from.block, from.offset * size, bytes)) return true;
  if (to.block == from.block && to.offset == from.offset) return false;
  t->context->window_bytes = 0;
  return lamina_breaks(t, lamina_driver_copy(t->context, to.block->memory, to.offset * size, from.block->memory, from.offset * size, bytes));
}

// lamina_begin begins a call.
static void lamina_begin(lamina_thread *t) { t->chose = t->repeats = false; }

// lamina_settle waits for all that a run has started, and tells whether something of it failed.
static bool lamina_settle(lamina_thread *t) {
  lamina_context *c = t->context;
  bool failed = lamina_check_kernels(t) || lamina_breaks(t, lamina_driver_finish(c));
  if (!failed && c->profile) failed = lamina_breaks(t, lamina_driver_times(c));
  return failed;
}

// lamina_again tells whether a run that failed is to be repeated with other versions, which fail where
// the program does, and need less memory.
static bool lamina_again(lamina_thread *t) {
  bool again = t->chose && !t->repeats && t->failure.site != LAMINA_FAULT;
  if (!again) return false;
  (void)lamina_settle(t); // what else was started may fail, too
  t->repeats = !lamina_is_broken(t->context);
  if (!t->repeats) t->failure.site = LAMINA_FAULT;
  return t->repeats;
}
