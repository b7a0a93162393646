// Finding a device, and compiling the kernels for it.

// lamina_choose finds the device that is configured: "#2 name" is the third one of that name.
static bool lamina_choose(lamina_context *c, const lamina_config *config) {
  const char *name = config->device == NULL ? "" : config->device;
  long skip = 0;
  int count = 0;
  if (lamina_cu(c, cuInit(0), "starting CUDA's driver") || lamina_cu(c, cuDeviceGetCount(&count), "listing devices")) return true;
  if (name[0] == '#') {
    char *rest;
    skip = strtol(name + 1, &rest, 10);
    while (*rest == ' ') rest++;
    name = rest;
  }
  for (int i = 0; i < count; i++) {
    CUdevice d;
    if (cuDeviceGet(&d, i) != CUDA_SUCCESS || cuDeviceGetName(c->info.name, sizeof c->info.name, d) != CUDA_SUCCESS) continue;
    if (strstr(c->info.name, name) == NULL || skip-- > 0) continue;
    c->driver.device = d;
    return false;
  }
  return lamina_faults(c, "there is no CUDA device%s%s; devices found: %d", config->device == NULL ? "" : " called ", config->device == NULL ? "" : config->device, count);
}

static i64 lamina_number(lamina_context *c, CUdevice_attribute what) {
  int value = 0;
  cuDeviceGetAttribute(&value, what, c->driver.device);
  return value;
}

// lamina_nvrtc notes an error of the compiler.
static bool lamina_nvrtc(lamina_context *c, nvrtcResult code, nvrtcProgram p) {
  if (code == NVRTC_SUCCESS) return false;
  size_t size = 0;
  char *log = NULL;
  if (p != NULL && nvrtcGetProgramLogSize(p, &size) == NVRTC_SUCCESS && (log = calloc(1, size + 1)) != NULL) nvrtcGetProgramLog(p, log);
  (void)lamina_faults(c, "compiling the kernels: %s\n%.900s", nvrtcGetErrorString(code), log == NULL ? "" : log);
  free(log);
  return true;
}

#define LAMINA_MOST_OPTIONS 64

// lamina_compile compiles the kernels for an architecture: to machine code, or to PTX. The caller
// frees what it returns; NULL if it failed.
static char *lamina_compile(lamina_context *c, const lamina_config *config, const char *architecture, bool ptx, size_t *size) {
  const char *options[LAMINA_MOST_OPTIONS] = {architecture, "--std=c++17", "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false", "--device-as-default-execution-space", "--disable-warnings"};
  int count = 8;
  char *own = config->options == NULL ? NULL : strdup(config->options), *rest = own, *word;
  while (count < LAMINA_MOST_OPTIONS && rest != NULL && (word = strtok_r(rest, "\n", &rest)) != NULL) options[count++] = word;
  char *text = config->program == NULL ? lamina_whole_source() : strdup(config->program), *out = NULL;
  nvrtcProgram p = NULL;
  bool failed = text == NULL ? lamina_faults(c, "compiling the kernels: there is no memory") : lamina_nvrtc(c, nvrtcCreateProgram(&p, text, "kernels", 0, NULL, NULL), NULL) || lamina_nvrtc(c, nvrtcCompileProgram(p, count, options), p);
  if (!failed) failed = lamina_nvrtc(c, ptx ? nvrtcGetPTXSize(p, size) : nvrtcGetCUBINSize(p, size), NULL);
  if (!failed && (out = malloc(*size + 1)) == NULL) (void)lamina_faults(c, "compiling the kernels: there is no memory");
  if (out != NULL && lamina_nvrtc(c, ptx ? nvrtcGetPTX(p, out) : nvrtcGetCUBIN(p, out), NULL)) {
    free(out);
    out = NULL;
  }
  if (p != NULL) nvrtcDestroyProgram(&p);
  free(text);
  free(own);
  return out;
}

// lamina_dump writes the kernels as PTX.
static bool lamina_dump(lamina_context *c, const lamina_config *config, i64 version) {
  char architecture[64];
  size_t size = 0;
  snprintf(architecture, sizeof architecture, "--gpu-architecture=compute_%lld", (long long)version);
  char *ptx = lamina_compile(c, config, architecture, true, &size);
  bool failed = ptx == NULL || lamina_keep_kernels(c, config, 0, (u8 *)ptx, size == 0 ? 0 : size - 1, false);
  free(ptx);
  return failed;
}

// lamina_load loads the kernels, if the driver takes them.
static bool lamina_load(lamina_context *c, const void *image) { return cuModuleLoadData(&c->driver.module, image) == CUDA_SUCCESS; }

// lamina_build_kernels compiles the kernels, or takes them from a file that has them.
static bool lamina_build_kernels(lamina_context *c, const lamina_config *config) {
  if (LAMINA_NUMBER_OF_KERNELS == 0) return false;
  i64 version = 10 * lamina_number(c, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) + lamina_number(c, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  char architecture[64];
  snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%lld", (long long)version);
  char *all = lamina_join(lamina_join(NULL, ' ', architecture), ' ', config->options == NULL ? "" : config->options);
  u64 key = lamina_kernels_key(config, all == NULL ? architecture : all, c->info.name);
  free(all);
  size_t size = 0;
  u8 *kept = lamina_kept_kernels(config, key, &size);
  bool loaded = kept != NULL && lamina_load(c, kept), failed = false;
  free(kept);
  if (!loaded && config->load != NULL) failed = lamina_faults(c, "%s: the device's driver takes no kernels from this file", config->load);
  if (!loaded && !failed) {
    char *image = lamina_compile(c, config, architecture, false, &size);
    failed = image == NULL || lamina_cu(c, cuModuleLoadData(&c->driver.module, image), "loading the compiled kernels");
    lamina_config cache = {.cache_file = config->cache_file};
    if (!failed) (void)lamina_keep_kernels(c, &cache, key, (u8 *)image, size, true);
    free(image);
  }
  if (!failed && config->dump != NULL) failed = lamina_dump(c, config, version);
  for (i32 i = 0; i < LAMINA_NUMBER_OF_KERNELS && !failed; i++) failed = lamina_cu(c, cuModuleGetFunction(&c->driver.kernels[i], c->driver.module, lamina_kernels[i].name), lamina_kernels[i].name);
  return failed;
}

#define LAMINA_MAPPED 64 // bytes of a block of the host's memory that kernels write
#define LAMINA_MAPPED_BLOCKS 64

// lamina_make_mapped makes the blocks in mapped memory, if the host has such memory.
static void lamina_make_mapped(lamina_context *c) {
  if (cuMemHostAlloc(&c->driver.mapped, LAMINA_MAPPED * LAMINA_MAPPED_BLOCKS, 0) != CUDA_SUCCESS) {
    c->driver.mapped = NULL;
    return;
  }
  for (i32 i = 0; i < LAMINA_MAPPED_BLOCKS; i++) {
    u8 *host = (u8 *)c->driver.mapped + i * LAMINA_MAPPED; // at the same address for the device
    block b = lamina_new_block((CUdeviceptr)(uintptr_t)host, 0, LAMINA_MAPPED);
    if (b == NULL) return;
    b->mapped = host;
    b->next = c->unused_mapped;
    c->unused_mapped = b;
  }
}

static bool lamina_driver_open(lamina_context *c, const lamina_config *config) {
  lamina_driver *d = &c->driver;
  size_t memory = 0;
  if (lamina_choose(c, config)) return true;
  if (lamina_cu(c, cuDevicePrimaryCtxRetain(&d->context, d->device), "creating a context")) {
    d->context = NULL;
    return true;
  }
  lamina_driver_enter(c);
  if (lamina_cu(c, cuStreamCreate(&d->stream, CU_STREAM_NON_BLOCKING), "creating a stream") || lamina_cu(c, cuDeviceTotalMem(&memory, d->device), "asking for the device's memory")) return true;
  c->info.memory = c->info.most_bytes = (i64)memory;
  c->info.units = lamina_number(c, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  c->info.most_threads = lamina_number(c, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  c->info.shared = lamina_number(c, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  lamina_make_mapped(c);
  return lamina_build_kernels(c, config);
}

static void lamina_driver_close(lamina_context *c) {
  lamina_driver *d = &c->driver;
  if (d->context == NULL) return;
  lamina_driver_enter(c);
  for (i32 i = 0; i < d->room; i++) {
    cuEventDestroy(d->events[i].start);
    cuEventDestroy(d->events[i].end);
  }
  free(d->events);
  if (d->mapped != NULL) cuMemFreeHost(d->mapped);
  if (d->module != NULL) cuModuleUnload(d->module);
  if (d->stream != NULL) cuStreamDestroy(d->stream);
  lamina_driver_leave(c);
  cuDevicePrimaryCtxRelease(d->device);
}
