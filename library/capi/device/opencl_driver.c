// Calls of OpenCL.

// lamina_cl notes an error. Some codes mean that a kernel destroyed the context.
static bool lamina_cl(lamina_context *c, cl_int code, const char *what) {
  if (code == CL_SUCCESS) return false;
  if (code == CL_OUT_OF_RESOURCES || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST || code == CL_INVALID_COMMAND_QUEUE || code == CL_INVALID_CONTEXT || code == -9999) c->lost = true;
  return lamina_faults(c, "%s: OpenCL error %d%s", what, (int)code, c->lost ? "; the device's context is lost: free the context and make another one" : "");
}

static int lamina_driver_alloc(lamina_context *c, i64 bytes, lamina_memory *to) {
  if (bytes > c->info.most_bytes) return LAMINA_FULL;
  cl_int code;
  *to = clCreateBuffer(c->driver.context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &code);
  if (code == CL_SUCCESS && bytes >= 1 << 28) { // some drivers find room on first use only
    static const u32 zero = 0;
    code = clEnqueueFillBuffer(c->driver.queue, *to, &zero, 4, 0, 4, 0, NULL, NULL);
    if (code != CL_SUCCESS) clReleaseMemObject(*to);
  }
  switch (code) {
  case CL_SUCCESS: return LAMINA_DONE;
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_OUT_OF_RESOURCES:
  case CL_OUT_OF_HOST_MEMORY:
  case CL_INVALID_BUFFER_SIZE: return LAMINA_FULL;
  }
  (void)lamina_cl(c, code, "reserving memory");
  return LAMINA_FAILED;
}

static void lamina_driver_free(lamina_context *c, lamina_memory m) {
  (void)c;
  clReleaseMemObject(m);
}

static bool lamina_driver_write(lamina_context *c, lamina_memory to, i64 at, const void *from, i64 bytes) {
  return lamina_cl(c, clEnqueueWriteBuffer(c->driver.queue, to, CL_TRUE, (size_t)at, (size_t)bytes, from, 0, NULL, NULL), "copying to the device");
}

static bool lamina_driver_read(lamina_context *c, void *to, lamina_memory from, i64 at, i64 bytes) {
  return lamina_cl(c, clEnqueueReadBuffer(c->driver.queue, from, CL_TRUE, (size_t)at, (size_t)bytes, to, 0, NULL, NULL), "copying from the device");
}

static bool lamina_driver_copy(lamina_context *c, lamina_memory to, i64 to_at, lamina_memory from, i64 from_at, i64 bytes) {
  return lamina_cl(c, clEnqueueCopyBuffer(c->driver.queue, from, to, (size_t)from_at, (size_t)to_at, (size_t)bytes, 0, NULL, NULL), "copying on the device");
}

#define LAMINA_FILL_REACH ((i64)1 << 31) // beyond that a driver of NVIDIA's fills elsewhere

// lamina_driver_fill repeats a pattern, in parts of at most half of the reach; those beyond it are
// parts of sub-buffers.
static bool lamina_driver_fill(lamina_context *c, lamina_memory to, const void *pattern, i64 size, i64 offset, i64 bytes) {
  for (i64 end = offset + bytes; offset < end;) {
    i64 part = end - offset < LAMINA_FILL_REACH / 2 ? end - offset : LAMINA_FILL_REACH / 2, at = offset;
    lamina_memory m = to;
    cl_int code = CL_SUCCESS;
    if (offset + part > LAMINA_FILL_REACH) {
      cl_uint bits = 0;
      clGetDeviceInfo(c->driver.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
      at = offset % (bits / 8 > 8 ? bits / 8 : 8);
      cl_buffer_region region = {(size_t)(offset - at), (size_t)(at + part)};
      m = clCreateSubBuffer(to, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    }
    if (code == CL_SUCCESS) code = clEnqueueFillBuffer(c->driver.queue, m, pattern, (size_t)size, (size_t)at, (size_t)part, 0, NULL, NULL);
    if (m != to && m != NULL) clReleaseMemObject(m);
    if (code != CL_SUCCESS) return lamina_cl(c, code, "filling memory");
    offset += part;
  }
  return false;
}

static bool lamina_driver_finish(lamina_context *c) { return lamina_cl(c, clFinish(c->driver.queue), "waiting for the device"); }

// lamina_driver_times adds the times of the launches so far, which have finished.
static bool lamina_driver_times(lamina_context *c) {
  bool failed = false;
  for (i32 i = 0; i < c->driver.pending; i++) {
    struct lamina_event *e = &c->driver.events[i];
    cl_ulong start = 0, end = 0;
    failed = failed || lamina_cl(c, clGetEventProfilingInfo(e->event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL), "measuring a kernel")
      || lamina_cl(c, clGetEventProfilingInfo(e->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "measuring a kernel");
    clReleaseEvent(e->event);
    lamina_timing *t = &c->timing[e->kernel];
    if (t->count++ == 0) t->first = c->timed++;
    t->nanoseconds += (i64)(end - start);
  }
  c->driver.pending = 0;
  return failed;
}

// lamina_event_for is room for the event of a launch; NULL if it is not measured.
static cl_event *lamina_event_for(lamina_context *c, i32 kernel) {
  lamina_driver *d = &c->driver;
  if (!c->profile || !d->timed) return NULL;
  if (d->pending == d->room) {
    i32 room = 2 * d->room + 64;
    struct lamina_event *events = realloc(d->events, (size_t)room * sizeof *events);
    if (events == NULL) return NULL;
    d->events = events;
    d->room = room;
  }
  d->events[d->pending].kernel = kernel;
  return &d->events[d->pending].event;
}

// lamina_driver_most_threads is how many threads a group of a kernel may have.
static i64 lamina_driver_most_threads(const lamina_context *c, i32 kernel) {
  size_t most = 0;
  if (clGetKernelWorkGroupInfo(c->driver.kernels[kernel], c->driver.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL) != CL_SUCCESS || most == 0) return 1;
  return (i64)most;
}

static bool lamina_driver_launch(lamina_context *c, i32 kernel, i64 groups, i64 size, const lamina_cell *cells, i32 count) {
  cl_kernel k = c->driver.kernels[kernel];
  for (i32 i = 0; i < count; i++) {
    const lamina_cell *x = &cells[i];
    cl_int code;
    switch (x->kind) {
    case LAMINA_SHARED_CELL: code = clSetKernelArg(k, (cl_uint)i, (size_t)((x->bits + 7) / 8 * 8), NULL); break;
    case LAMINA_MEMORY_CELL: code = clSetKernelArg(k, (cl_uint)i, sizeof x->memory, &x->memory); break;
    default: code = clSetKernelArg(k, (cl_uint)i, (size_t)x->size, &x->bits);
    }
    if (code != CL_SUCCESS) return lamina_cl(c, code, lamina_kernel_names[kernel]);
  }
  size_t global = (size_t)(groups * size), local = (size_t)size;
  cl_event *event = lamina_event_for(c, kernel);
  if (lamina_cl(c, clEnqueueNDRangeKernel(c->driver.queue, k, 1, NULL, &global, &local, 0, NULL, event), lamina_kernel_names[kernel])) return true;
  if (event != NULL) c->driver.pending++;
  return false;
}

static void lamina_driver_enter(lamina_context *c) { (void)c; }
static void lamina_driver_leave(lamina_context *c) { (void)c; }

// lamina_driver_has tells whether a caller's memory has so many bytes.
static bool lamina_driver_has(lamina_context *c, lamina_raw raw, i64 bytes) {
  (void)c;
  size_t has = 0;
  return bytes == 0 || (clGetMemObjectInfo(raw, CL_MEM_SIZE, sizeof has, &has, NULL) == CL_SUCCESS && (i64)has >= bytes);
}
