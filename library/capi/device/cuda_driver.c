// Calls of CUDA's driver.

// lamina_cu notes an error. After some nothing works in the context any more.
static bool lamina_cu(lamina_context *c, CUresult code, const char *what) {
  if (code == CUDA_SUCCESS) return false;
  switch ((int)code) {
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_LAUNCH_TIMEOUT:
  case CUDA_ERROR_LAUNCH_FAILED:
  case CUDA_ERROR_ILLEGAL_INSTRUCTION:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_INVALID_ADDRESS_SPACE:
  case CUDA_ERROR_INVALID_PC:
  case CUDA_ERROR_HARDWARE_STACK_ERROR:
  case CUDA_ERROR_ASSERT:
  case CUDA_ERROR_ECC_UNCORRECTABLE:
  case CUDA_ERROR_CONTEXT_IS_DESTROYED: c->lost = true;
  }
  const char *words = NULL;
  cuGetErrorString(code, &words);
  return lamina_faults(c, "%s: CUDA: %s (%d)%s", what, words == NULL ? "an error that the driver does not know" : words, (int)code, c->lost ? "; the device's context is lost: free the context and make another one, in another process if that fails" : "");
}

static int lamina_driver_alloc(lamina_context *c, i64 bytes, lamina_memory *to) {
  CUresult code = cuMemAlloc(to, (size_t)bytes);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) return LAMINA_FULL;
  return lamina_cu(c, code, "reserving memory") ? LAMINA_FAILED : LAMINA_DONE;
}

static void lamina_driver_free(lamina_context *c, lamina_memory m) {
  (void)c;
  cuMemFree(m);
}

static bool lamina_driver_finish(lamina_context *c) { return lamina_cu(c, cuStreamSynchronize(c->driver.stream), "waiting for the device"); }

static bool lamina_driver_write(lamina_context *c, lamina_memory to, i64 at, const void *from, i64 bytes) {
  return lamina_cu(c, cuMemcpyHtoDAsync(to + (CUdeviceptr)at, from, (size_t)bytes, c->driver.stream), "copying to the device") || lamina_driver_finish(c);
}

static bool lamina_driver_read(lamina_context *c, void *to, lamina_memory from, i64 at, i64 bytes) {
  return lamina_cu(c, cuMemcpyDtoHAsync(to, from + (CUdeviceptr)at, (size_t)bytes, c->driver.stream), "copying from the device") || lamina_driver_finish(c);
}

static bool lamina_driver_copy(lamina_context *c, lamina_memory to, i64 to_at, lamina_memory from, i64 from_at, i64 bytes) {
  return lamina_cu(c, cuMemcpyDtoDAsync(to + (CUdeviceptr)to_at, from + (CUdeviceptr)from_at, (size_t)bytes, c->driver.stream), "copying on the device");
}

// lamina_driver_fill repeats a pattern. The halves of one of eight bytes are columns of a matrix.
static bool lamina_driver_fill(lamina_context *c, lamina_memory to, const void *pattern, i64 size, i64 offset, i64 bytes) {
  CUdeviceptr at = to + (CUdeviceptr)offset;
  size_t n = (size_t)(bytes / size);
  CUstream s = c->driver.stream;
  u8 byte;
  u16 half;
  u32 words[2] = {0, 0};
  CUresult code;
  if (n == 0) return false;
  switch (size) {
  case 1:
    memcpy(&byte, pattern, 1);
    code = cuMemsetD8Async(at, byte, n, s);
    break;
  case 2:
    memcpy(&half, pattern, 2);
    code = cuMemsetD16Async(at, half, n, s);
    break;
  case 4:
    memcpy(words, pattern, 4);
    code = cuMemsetD32Async(at, words[0], n, s);
    break;
  default:
    memcpy(words, pattern, 8);
    code = cuMemsetD2D32Async(at, 8, words[0], 1, n, s);
    if (code == CUDA_SUCCESS) code = cuMemsetD2D32Async(at + 4, 8, words[1], 1, n, s);
  }
  return lamina_cu(c, code, "filling memory");
}

// lamina_driver_times adds the times of the launches so far, which have finished.
static bool lamina_driver_times(lamina_context *c) {
  bool failed = false;
  for (i32 i = 0; i < c->driver.pending; i++) {
    struct lamina_event *e = &c->driver.events[i];
    float milliseconds = 0;
    failed = failed || lamina_cu(c, cuEventElapsedTime(&milliseconds, e->start, e->end), "measuring a kernel");
    lamina_timing *t = &c->timing[e->kernel];
    if (t->count++ == 0) t->first = c->timed++;
    t->nanoseconds += (i64)((f64)milliseconds * 1e6);
  }
  c->driver.pending = 0;
  return failed;
}

// lamina_event_for is the events of a launch; NULL if it is not measured.
static struct lamina_event *lamina_event_for(lamina_context *c, i32 kernel) {
  lamina_driver *d = &c->driver;
  if (!c->profile) return NULL;
  if (d->pending == d->room) {
    i32 room = 2 * d->room + 64;
    struct lamina_event *events = realloc(d->events, (size_t)room * sizeof *events);
    if (events == NULL) return NULL;
    d->events = events;
    for (; d->room < room; d->room++) {
      struct lamina_event *e = &events[d->room];
      if (cuEventCreate(&e->start, CU_EVENT_DEFAULT) != CUDA_SUCCESS) break;
      if (cuEventCreate(&e->end, CU_EVENT_DEFAULT) != CUDA_SUCCESS) {
        cuEventDestroy(e->start);
        break;
      }
    }
    if (d->pending == d->room) return NULL;
  }
  d->events[d->pending].kernel = kernel;
  return &d->events[d->pending];
}

#define LAMINA_MOST_GROUPS INT32_MAX

// lamina_driver_most_threads is how many threads a group of a kernel may have.
static i64 lamina_driver_most_threads(const lamina_context *c, i32 kernel) {
  int most = 0;
  if (cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, c->driver.kernels[kernel]) != CUDA_SUCCESS || most < 1) return 1;
  return most;
}

static bool lamina_driver_launch(lamina_context *c, i32 kernel, i64 groups, i64 size, lamina_cell *cells, i32 count) {
  const char *what = lamina_kernel_names[kernel];
  CUfunction f = c->driver.kernels[kernel];
  CUstream s = c->driver.stream;
  void *arguments[LAMINA_CELLS];
  u64 shared = 0;
  if (groups > LAMINA_MOST_GROUPS) return lamina_faults(c, "%s: %lld groups; a grid has at most %lld", what, (long long)groups, (long long)LAMINA_MOST_GROUPS);
  for (i32 i = 0; i < count; i++) {
    if (cells[i].kind == LAMINA_SHARED_CELL) { // a part of the group's memory: the kernel gets where it begins
      u64 bytes = cells[i].bits;
      cells[i].bits = shared;
      shared += (bytes + 15) / 16 * 16;
    }
    arguments[i] = &cells[i].bits;
  }
  if (shared > 48 * 1024 && lamina_cu(c, cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared), what)) return true;
  struct lamina_event *e = lamina_event_for(c, kernel);
  if (e != NULL && lamina_cu(c, cuEventRecord(e->start, s), what)) return true;
  if (lamina_cu(c, cuLaunchKernel(f, (unsigned)groups, 1, 1, (unsigned)size, 1, 1, (unsigned)shared, s, arguments, NULL), what)) return true;
  if (e == NULL) return false;
  c->driver.pending++;
  return lamina_cu(c, cuEventRecord(e->end, s), what);
}

// A context is current in a thread during its calls.
static void lamina_driver_enter(lamina_context *c) {
  if (c->driver.context != NULL) cuCtxPushCurrent(c->driver.context);
}

static void lamina_driver_leave(lamina_context *c) {
  CUcontext unused;
  if (c->driver.context != NULL) cuCtxPopCurrent(&unused);
}

// lamina_driver_has cannot tell how large a caller's memory is.
static bool lamina_driver_has(lamina_context *c, lamina_raw raw, i64 bytes) {
  (void)c;
  return bytes == 0 || raw != 0;
}
