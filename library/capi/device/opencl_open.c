// Finding a device, and compiling the kernels for it.

typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  bool gpu;
  char platform_name[256], name[256];
} lamina_found;

// lamina_devices lists the devices of all platforms; the caller frees the list. -1 if there is no memory.
static i32 lamina_devices(lamina_found **list) {
  cl_platform_id platforms[64];
  cl_uint number = 0;
  i32 count = 0;
  *list = NULL;
  if (clGetPlatformIDs(64, platforms, &number) != CL_SUCCESS) return 0;
  for (cl_uint p = 0; p < number && p < 64; p++) {
    cl_device_id devices[64];
    cl_uint have = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &have) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < have && d < 64; d++) {
      lamina_found *longer = realloc(*list, (size_t)(count + 1) * sizeof **list);
      if (longer == NULL) {
        free(*list);
        *list = NULL;
        return -1;
      }
      *list = longer;
      lamina_found *f = &longer[count++];
      memset(f, 0, sizeof *f);
      cl_device_type type = 0;
      f->platform = platforms[p];
      f->device = devices[d];
      clGetDeviceInfo(f->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
      f->gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
      clGetDeviceInfo(f->device, CL_DEVICE_NAME, sizeof f->name - 1, f->name, NULL);
      clGetPlatformInfo(f->platform, CL_PLATFORM_NAME, sizeof f->platform_name - 1, f->platform_name, NULL);
    }
  }
  return count;
}

// lamina_choose finds the device that is configured: "#2 name" is the third one of that name. By
// default it is the first GPU, or else the first device.
static bool lamina_choose(lamina_context *c, const lamina_config *config, lamina_found *to) {
  lamina_found *list;
  i32 count = lamina_devices(&list), chosen = -1;
  const char *platform = config->platform == NULL ? "" : config->platform, *name = config->device == NULL ? "" : config->device;
  long skip = -1;
  if (name[0] == '#') {
    char *rest;
    skip = strtol(name + 1, &rest, 10);
    while (*rest == ' ') rest++;
    name = rest;
  }
  for (i32 i = 0; i < count; i++) {
    if (strstr(list[i].platform_name, platform) == NULL || strstr(list[i].name, name) == NULL) continue;
    if (skip > 0) {
      skip--;
      continue;
    }
    if (chosen < 0 || (skip < 0 && list[i].gpu && !list[chosen].gpu)) chosen = i;
    if (skip == 0) break;
  }
  if (chosen >= 0) *to = list[chosen];
  free(list);
  if (chosen >= 0) return false;
  return lamina_faults(c, "there is no OpenCL device%s%s%s%s; devices found: %d. Install the driver of the device, or pocl-opencl-icd for the processor", config->device == NULL ? "" : " called ", config->device == NULL ? "" : config->device,
    config->platform == NULL ? "" : " on the platform ", platform, count < 0 ? 0 : (int)count);
}

static LAMINA_UNUSED void lamina_list_devices(FILE *to) {
  lamina_found *list;
  i32 count = lamina_devices(&list);
  for (i32 i = 0; i < count; i++) fprintf(to, "[#%d] platform: %s, device: %s\n", (int)i, list[i].platform_name, list[i].name);
  free(list);
}

// lamina_select_device asks on standard input for a device of the list.
static LAMINA_UNUSED void lamina_select_device(lamina_config *config) {
  char line[64], *end, text[32];
  lamina_list_devices(stdout);
  for (;;) {
    printf("Choose device (type its number): ");
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) return;
    long number = strtol(line, &end, 10);
    if (end == line || number < 0 || number > 9999) continue;
    snprintf(text, sizeof text, "#%ld", number);
    lamina_set(&config->device, text);
    return;
  }
}

static i64 lamina_number(cl_device_id device, cl_device_info what) {
  cl_ulong wide = 0;
  cl_uint narrow = 0;
  size_t size = 0;
  clGetDeviceInfo(device, what, 0, NULL, &size);
  if (size == sizeof narrow) {
    clGetDeviceInfo(device, what, sizeof narrow, &narrow, NULL);
    return (i64)narrow;
  }
  if (size == sizeof wide) clGetDeviceInfo(device, what, sizeof wide, &wide, NULL);
  return wide > INT64_MAX ? INT64_MAX : (i64)wide;
}

static void lamina_describe(lamina_context *c, const char *name) {
  lamina_device_info *i = &c->info;
  cl_device_id d = c->driver.device;
  snprintf(i->name, sizeof i->name, "%s", name);
  i->units = lamina_number(d, CL_DEVICE_MAX_COMPUTE_UNITS);
  i->most_threads = lamina_number(d, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  i->shared = lamina_number(d, CL_DEVICE_LOCAL_MEM_SIZE);
  i->memory = lamina_number(d, CL_DEVICE_GLOBAL_MEM_SIZE);
  i->most_bytes = lamina_number(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

static bool lamina_say_build_log(lamina_context *c, cl_int code) {
  size_t size = 0;
  clGetProgramBuildInfo(c->driver.program, c->driver.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = calloc(1, size + 1);
  if (log != NULL) clGetProgramBuildInfo(c->driver.program, c->driver.device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  (void)lamina_faults(c, "compiling the kernels: OpenCL error %d\n%.900s", (int)code, log == NULL ? "" : log);
  free(log);
  return true;
}

// lamina_driver_binary is what was compiled; the caller frees it. NULL if the driver does not give it.
static u8 *lamina_driver_binary(lamina_context *c, size_t *size) {
  *size = 0;
  if (clGetProgramInfo(c->driver.program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL) != CL_SUCCESS || *size == 0) return NULL;
  u8 *out = malloc(*size);
  if (out != NULL && clGetProgramInfo(c->driver.program, CL_PROGRAM_BINARIES, sizeof out, &out, NULL) == CL_SUCCESS) return out;
  free(out);
  return NULL;
}

static bool lamina_build_binary(lamina_context *c, const u8 *data, size_t size, const char *options) {
  cl_int code, status;
  c->driver.program = clCreateProgramWithBinary(c->driver.context, 1, &c->driver.device, &size, &data, &status, &code);
  if (code != CL_SUCCESS) {
    c->driver.program = NULL;
    return false;
  }
  if (status == CL_SUCCESS && clBuildProgram(c->driver.program, 1, &c->driver.device, options, NULL, NULL) == CL_SUCCESS) return true;
  clReleaseProgram(c->driver.program);
  c->driver.program = NULL;
  return false;
}

// lamina_build_kernels compiles the kernels, or takes them from a file that has them.
static bool lamina_build_kernels(lamina_context *c, const lamina_config *config) {
  if (LAMINA_NUMBER_OF_KERNELS == 0) return false;
  char *options = lamina_join(NULL, ' ', "-cl-std=CL1.2 -w");
  if ((lamina_number(c->driver.device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0) options = lamina_join(options, ' ', "-cl-fp32-correctly-rounded-divide-sqrt");
  if (config->options != NULL) options = lamina_join(options, ' ', config->options);
  u64 key = lamina_kernels_key(config, options, c->info.name);
  size_t size = 0;
  u8 *kept = lamina_kept_kernels(config, key, &size);
  bool built = kept != NULL && lamina_build_binary(c, kept, size, options), failed = false;
  free(kept);
  if (!built && config->load != NULL) {
    failed = lamina_faults(c, "%s: the device's driver takes no kernels from this file", config->load);
  } else if (!built) {
    const char *own = config->program;
    cl_int code;
    c->driver.program = own != NULL ? clCreateProgramWithSource(c->driver.context, 1, &own, NULL, &code) : clCreateProgramWithSource(c->driver.context, LAMINA_LINES, (const char **)lamina_source, NULL, &code);
    failed = lamina_cl(c, code, "creating a program");
    if (!failed && (code = clBuildProgram(c->driver.program, 1, &c->driver.device, options, NULL, NULL)) != CL_SUCCESS) failed = lamina_say_build_log(c, code);
  }
  if (!failed && (config->dump != NULL || (config->cache_file != NULL && !built))) {
    u8 *binary = lamina_driver_binary(c, &size);
    failed = lamina_keep_kernels(c, config, key, binary, size, !built);
    free(binary);
  }
  free(options);
  for (i32 i = 0; i < LAMINA_NUMBER_OF_KERNELS && !failed; i++) {
    cl_int code;
    c->driver.kernels[i] = clCreateKernel(c->driver.program, lamina_kernels[i].name, &code);
    failed = lamina_cl(c, code, lamina_kernels[i].name);
  }
  return failed;
}

static bool lamina_driver_open(lamina_context *c, const lamina_config *config) {
  lamina_found found = {0};
  cl_int code;
  lamina_driver *d = &c->driver;
  if (config->queue != NULL) {
    d->queue = config->queue;
    if (lamina_cl(c, clGetCommandQueueInfo(d->queue, CL_QUEUE_DEVICE, sizeof d->device, &d->device, NULL), "asking the command queue for its device") ||
        lamina_cl(c, clGetCommandQueueInfo(d->queue, CL_QUEUE_CONTEXT, sizeof d->context, &d->context, NULL), "asking the command queue for its context")) {
      d->queue = NULL;
      d->context = NULL;
      return true;
    }
    cl_command_queue_properties properties = 0;
    clGetCommandQueueInfo(d->queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    d->timed = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    clRetainCommandQueue(d->queue);
    clRetainContext(d->context);
    clGetDeviceInfo(d->device, CL_DEVICE_NAME, sizeof found.name - 1, found.name, NULL);
  } else {
    if (lamina_choose(c, config, &found)) return true;
    d->device = found.device;
    d->context = clCreateContext(NULL, 1, &d->device, NULL, NULL, &code);
    if (lamina_cl(c, code, "creating a context")) return true;
    d->timed = config->profiling;
    d->queue = clCreateCommandQueue(d->context, d->device, d->timed ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    if (lamina_cl(c, code, "creating a command queue")) return true;
  }
  lamina_describe(c, found.name);
  return lamina_build_kernels(c, config);
}

static void lamina_driver_close(lamina_context *c) {
  lamina_driver *d = &c->driver;
  for (i32 i = 0; i < d->pending; i++) clReleaseEvent(d->events[i].event);
  free(d->events);
  for (i32 i = 0; i < LAMINA_NUMBER_OF_KERNELS; i++) {
    if (d->kernels[i] != NULL) clReleaseKernel(d->kernels[i]);
  }
  if (d->program != NULL) clReleaseProgram(d->program);
  if (d->queue != NULL) clReleaseCommandQueue(d->queue);
  if (d->context != NULL) clReleaseContext(d->context);
}
