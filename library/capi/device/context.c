// The host part of a program for a device. Blocks lie in the device's memory; commands to the
// device run in the order in which they are given. Functions that return a bool return true if
// they failed: the thread's record then says why, or the context's fault.

typedef struct lamina_context lamina_context;

// lamina_block is memory of the device, with a count of the variables and arrays that hold it.
typedef struct lamina_block {
  lamina_memory memory;
  i64 count, bytes, room; // room: as reserved
  bool borrowed;          // the memory is the caller's
  u8 *mapped;             // where kernels write to memory of the host; else NULL
  struct lamina_block *next;
} *block;

// lamina_failure says why a run ended early.
typedef struct {
  u32 site;                  // the place, counting from 1; LAMINA_FAULT: the context's fault
  u32 path;                  // which calls led to it
  u64 values[LAMINA_VALUES]; // the values in its message; the size of a block, in bytes
} lamina_failure;

#define LAMINA_FAULT UINT32_MAX

typedef struct {
  lamina_context *context;
  lamina_failure failure;
  bool chose, repeats; // between versions that may fail differently; a run that failed
} lamina_thread;

// lamina_timing is the time spent in a kernel.
typedef struct {
  i64 count, nanoseconds, first;
} lamina_timing;

// lamina_config is a caller's choices.
typedef struct {
  bool debugging, profiling, logging;
  i64 limit; // of the bytes in arrays; 0: what the device has
  i32 threads; // of the machine: not used
  char *cache_file, *device, *platform, *program, *dump, *load, *options;
  i64 groups; // at most, of kernels whose threads stride over their space; 0: by the device
  i64 block_size; // of these; 0: by the device
  i64 threshold;  // of all that are not set themselves, as parameters are kept; 0: their own
  i64 parameters[LAMINA_PARAMETERS + 1]; // for tuning, by their numbers (parameters.c)
  lamina_queue queue;
} lamina_config;

// lamina_device_info is what the host must know of a device.
typedef struct {
  char name[256];
  i64 units, most_threads, shared, memory, most_bytes;
} lamina_device_info;

#define LAMINA_CLASSES 256 // of memory by size, four for each power of two
#define LAMINA_WINDOW 256  // bytes that are read at once where the host wants a scalar

struct lamina_context {
  lamina_thread threads[1];
  bool profile;
  i64 limit;
  _Atomic i64 used, peak;
  lamina_timing timing[LAMINA_KERNELS];
  i64 timed;
  char *fault; // what the driver says, until it is told; for good if the device is lost
  bool lost;
  lamina_device_info info;
  lamina_driver driver;
  i64 groups, block_size, threshold; // as configured
  i64 parameters[LAMINA_PARAMETERS + 1];
  block unused[LAMINA_CLASSES], unused_mapped;
  lamina_memory record; // of failures
  bool has_record, may_have_failed;
  u32 launches;
  block heap; // of threads, while a run needs it
  lamina_memory window_of;
  i64 window_from, window_bytes; // no bytes: nothing was read since the last command
  u8 window[LAMINA_WINDOW];
};

// lamina_faults notes what the driver complains of, unless there is a fault already.
static LAMINA_UNUSED __attribute__((cold, noinline, format(printf, 2, 3))) bool lamina_faults(lamina_context *c, const char *format, ...) {
  if (c->fault != NULL) return true;
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  c->fault = strdup(line);
  if (c->fault == NULL) c->lost = true; // without a text nobody could tell
  return true;
}

// lamina_chosen is the value of a tuning parameter, if it is set; else the given one.
static LAMINA_UNUSED i64 lamina_chosen(const lamina_context *c, i32 parameter, i64 otherwise) {
  return parameter < 0 || c->parameters[parameter] == 0 ? otherwise : c->parameters[parameter] - 1;
}

// lamina_threshold is a threshold, which is so much unless it is set.
static LAMINA_UNUSED i64 lamina_threshold(const lamina_thread *t, i32 parameter, i64 otherwise) {
  return lamina_chosen(t->context, parameter, t->context->threshold == 0 ? otherwise : t->context->threshold - 1);
}

// lamina_repeats tells a run that chooses between versions whether it repeats one that failed.
static LAMINA_UNUSED i64 lamina_repeats(lamina_thread *t) {
  t->chose = true;
  return t->repeats;
}

static bool lamina_is_broken(const lamina_context *c) { return c->fault != NULL || c->lost; }

// lamina_fail notes a failure. It returns true, as functions that failed do.
static LAMINA_UNUSED __attribute__((cold, noinline)) bool lamina_fail(lamina_thread *t, u32 site, u32 path, u32 count, const u64 *values) {
  t->failure.site = site;
  t->failure.path = path;
  for (u32 i = 0; i < count && i < LAMINA_VALUES; i++) t->failure.values[i] = values[i];
  return true;
}

// lamina_breaks ends a run with the context's fault, if something failed.
static LAMINA_UNUSED bool lamina_breaks(lamina_thread *t, bool failed) {
  if (failed) t->failure.site = LAMINA_FAULT;
  return failed;
}

static LAMINA_UNUSED i64 lamina_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (i64)now.tv_sec * 1000000000 + now.tv_nsec;
}
