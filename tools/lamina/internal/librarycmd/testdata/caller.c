// Calls every function of the library of caller.fut, and checks what it gives. It is C and C++.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "caller.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition) ((condition) ? (void)0 : (failures++, (void)printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition)))

typedef struct futhark_context context;

// The last call failed with an error that has this text in it.
static int failed(context *c, const char *text) {
  char *error = futhark_context_get_error(c);
  int found = error != NULL && strstr(error, text) != NULL;
  if (!found) printf("the error is %s; want %s\n", error == NULL ? "none" : error, text);
  free(error);
  return found;
}

// Memory to lend: lend makes some of what lies at data, take_back frees it, and holds tells whether
// it has the given elements.
#if defined(FUTHARK_BACKEND_opencl)
typedef cl_mem memory;
static memory lend(context *c, void *data, size_t bytes) {
  cl_context in = NULL;
  clGetCommandQueueInfo(futhark_context_get_command_queue(c), CL_QUEUE_CONTEXT, sizeof in, &in, NULL);
  return clCreateBuffer(in, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, NULL);
}
static void take_back(memory m) { clReleaseMemObject(m); }
static int holds(context *c, memory m, const void *want, size_t bytes) {
  char have[64];
  return bytes <= sizeof have && clEnqueueReadBuffer(futhark_context_get_command_queue(c), m, CL_TRUE, 0, bytes, have, 0, NULL, NULL) == CL_SUCCESS && memcmp(have, want, bytes) == 0;
}
#elif defined(FUTHARK_BACKEND_cuda)
typedef CUdeviceptr memory;
static CUcontext current(void) {
  CUcontext in = NULL;
  CUdevice device = 0;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&in, device);
  cuCtxSetCurrent(in);
  return in;
}
static memory lend(context *c, void *data, size_t bytes) {
  memory m = 0;
  (void)c;
  (void)current();
  if (cuMemAlloc(&m, bytes) == CUDA_SUCCESS) cuMemcpyHtoD(m, data, bytes);
  return m;
}
static void take_back(memory m) { cuMemFree(m); }
static int holds(context *c, memory m, const void *want, size_t bytes) {
  char have[64];
  (void)c;
  (void)current();
  return bytes <= sizeof have && cuMemcpyDtoH(have, m, bytes) == CUDA_SUCCESS && memcmp(have, want, bytes) == 0;
}
#else
typedef unsigned char *memory;
static memory lend(context *c, void *data, size_t bytes) {
  (void)c;
  (void)bytes;
  return (memory)data;
}
static void take_back(memory m) { (void)m; }
static int holds(context *c, memory m, const void *want, size_t bytes) {
  (void)c;
  return memcmp(m, want, bytes) == 0;
}
#endif

static void arrays(context *c) {
  float xs[] = {1, 2, 3}, back[3], one = 0;
  memory lent = lend(c, xs, sizeof xs);
  struct futhark_f32_1d *a = futhark_new_f32_1d(c, xs, 3), *raw = futhark_new_raw_f32_1d(c, lent, 3);
  CHECK(futhark_values_f32_1d(c, a, back) == FUTHARK_SUCCESS && memcmp(xs, back, sizeof xs) == 0);
  CHECK(futhark_shape_f32_1d(c, a)[0] == 3 && holds(c, futhark_values_raw_f32_1d(c, a), xs, sizeof xs));
  CHECK(futhark_values_raw_f32_1d(c, raw) == lent);
  CHECK(futhark_index_f32_1d(c, &one, a, 2) == FUTHARK_SUCCESS && one == 3);
  CHECK(futhark_index_f32_1d(c, &one, a, 3) != 0 && failed(c, "[3] is out of bounds for an array of type [3]f32"));
  CHECK(futhark_new_f32_1d(c, xs, -1) == NULL && failed(c, "cannot have the shape [-1]"));
  CHECK(futhark_new_f32_1d(c, NULL, 1) == NULL && failed(c, "NULL"));
  CHECK(futhark_new_f32_1d(c, xs, INT64_MAX) == NULL && failed(c, "cannot have the shape"));
  CHECK(futhark_values_f32_1d(c, NULL, back) != 0 && failed(c, "futhark_values_f32_1d: the array is NULL"));
  struct futhark_f32_1d *none = futhark_new_f32_1d(c, NULL, 0), *sum = NULL, *kept = NULL, *other = NULL;
  float total = 0;
  CHECK(futhark_entry_scale(c, &sum, &total, 2, raw) == 0 && total == 12);
  CHECK(futhark_entry_scale(c, &kept, &total, 2, none) == 0 && total == 0 && futhark_shape_f32_1d(c, kept)[0] == 0);
  futhark_free_f32_1d(c, kept);
  // An argument that others hold, too, is copied before it is overwritten.
  CHECK(futhark_entry_same(c, &kept, a) == 0 && futhark_entry_bump(c, &other, a, 0) == 0);
  CHECK(futhark_index_f32_1d(c, &one, kept, 0) == 0 && one == 1 && futhark_index_f32_1d(c, &one, other, 0) == 0 && one == 2);
  futhark_free_f32_1d(c, kept);
  CHECK(futhark_entry_same(c, &kept, raw) == 0 && futhark_values_raw_f32_1d(c, kept) != lent && holds(c, futhark_values_raw_f32_1d(c, kept), xs, sizeof xs));
  futhark_free_f32_1d(c, a);
  futhark_free_f32_1d(c, raw);
  futhark_free_f32_1d(c, none);
  futhark_free_f32_1d(c, sum);
  futhark_free_f32_1d(c, kept);
  futhark_free_f32_1d(c, other);
  take_back(lent);
}

static void matrices(context *c) {
  double xs[] = {1, 2, 3, 4, 5, 6}, one = 0, back[4];
  memory lent = lend(c, xs, sizeof xs);
  struct futhark_f64_2d *a = futhark_new_f64_2d(c, xs, 2, 3), *b = futhark_new_raw_f64_2d(c, lent, 3, 2), *p = NULL;
  CHECK(futhark_entry_matmul(c, &p, a, b) == 0 && futhark_values_f64_2d(c, p, back) == 0);
  CHECK(back[0] == 22 && back[1] == 28 && back[2] == 49 && back[3] == 64);
  CHECK(futhark_index_f64_2d(c, &one, p, 1, 1) == 0 && one == 64 && holds(c, futhark_values_raw_f64_2d(c, p), back, sizeof back));
  CHECK(futhark_shape_f64_2d(c, p)[0] == 2 && futhark_shape_f64_2d(c, p)[1] == 2);
  futhark_free_f64_2d(c, p);
  CHECK(futhark_entry_matmul(c, &p, a, a) == FUTHARK_BAD_ARGUMENT && p == NULL);
  CHECK(failed(c, "argument b has the wrong size: expected [3][]f64, but got [2][3]f64"));
  CHECK(futhark_entry_matmul(c, &p, a, NULL) == FUTHARK_BAD_ARGUMENT && failed(c, "argument b: the array is NULL"));
  futhark_free_f64_2d(c, a);
  futhark_free_f64_2d(c, b);
  take_back(lent);
}

static void errors(context *c) {
  double r = 0;
  float norm = 0;
  CHECK(futhark_entry_root(c, &r, 4) == 0 && r == 2);
  CHECK(futhark_entry_root(c, &r, -1) == FUTHARK_PROGRAM_ERROR && failed(c, "Assertion is false: (x > 0)\n\nBacktrace:\n-> #0  "));
  CHECK(futhark_entry_root(c, &r, -1) != 0 && failed(c, "\n   #1  ") && futhark_context_get_error(c) == NULL);
  struct futhark_f32_1d *a = NULL, *b = NULL;
  CHECK(futhark_entry_cells(c, &a, (int64_t)1 << 40) == FUTHARK_OUT_OF_MEMORY && a == NULL && failed(c, "needs 4.0 TiB (4398046511104 bytes)"));
  CHECK(futhark_entry_cells(c, &a, INT64_MAX) == FUTHARK_OUT_OF_MEMORY && failed(c, "is more than an i64 can hold"));
  CHECK(futhark_entry_cells(c, &a, 100000) == 0 && futhark_entry_cells(c, &b, 10) == 0);
  CHECK(futhark_entry_norm3(c, &norm, b) != 0 && failed(c, "argument v has the wrong size: expected [3]f32, but got [10]f32"));
  futhark_free_f32_1d(c, a);
  futhark_free_f32_1d(c, b);
  CHECK(futhark_entry_origin(c, &a) == 0 && futhark_entry_norm3(c, &norm, a) == 0 && fabsf(norm - 3.741657f) < 1e-5f);
  CHECK(futhark_entry_bump(c, &b, a, 3) == FUTHARK_PROGRAM_ERROR && failed(c, "Index [3] out of bounds for array of shape [3]."));
  futhark_free_f32_1d(c, a);
  int8_t i = 0;
  uint16_t u = 0, h = 0;
  bool o = false;
  uint64_t w = 0;
  CHECK(futhark_entry_flip(c, &i, &u, &o, &h, &w, 5, 1, false, 0x3c00, UINT64_MAX) == 0 && i == -5 && u == 0xfffe && o && h == 0xbc00 && w == 0);
}

// A failure in a parallel loop is that of the first element. The context stays usable.
static void failing(context *c) {
  double xs[] = {4, -1, 9, -2}, back[4];
  struct futhark_f64_1d *a = futhark_new_f64_1d(c, xs, 4), *r = NULL;
  CHECK(futhark_entry_roots(c, &r, a) == FUTHARK_PROGRAM_ERROR && r == NULL && failed(c, "Assertion is false: (x > 0)\n\nBacktrace:\n-> #0  "));
  futhark_free_f64_1d(c, a);
  xs[1] = 1;
  xs[3] = 16;
  a = futhark_new_f64_1d(c, xs, 4);
  CHECK(futhark_entry_roots(c, &r, a) == 0 && futhark_values_f64_1d(c, r, back) == 0 && back[0] == 2 && back[1] == 1 && back[2] == 3 && back[3] == 4);
  CHECK(futhark_values_f64_1d(c, NULL, back) != 0 && failed(c, "NULL") && futhark_shape_f64_1d(c, r)[0] == 4);
  CHECK(futhark_index_f64_1d(c, back, r, 3) == 0 && back[0] == 4 && holds(c, futhark_values_raw_f64_1d(c, a), xs, sizeof xs));
  memory lent = lend(c, xs, sizeof xs);
  struct futhark_f64_1d *b = futhark_new_raw_f64_1d(c, lent, 4);
  futhark_free_f64_1d(c, r);
  CHECK(futhark_entry_roots(c, &r, b) == 0);
  futhark_free_f64_1d(c, a);
  futhark_free_f64_1d(c, b);
  futhark_free_f64_1d(c, r);
  take_back(lent);
}

static void records(context *c) {
  struct futhark_opaque_point *p = NULL, *q = NULL;
  float x = 0, y = 0, total = 0;
  CHECK(futhark_new_opaque_point(c, &p, 1, 2) == 0 && futhark_entry_mirror(c, &q, p) == 0);
  CHECK(futhark_project_opaque_point_x(c, &x, q) == 0 && futhark_project_opaque_point_y(c, &y, q) == 0 && x == 2 && y == 1);
  void *bytes = NULL;
  size_t n = 0;
  CHECK(futhark_store_opaque_point(c, p, NULL, &n) == 0 && n == 22 && futhark_store_opaque_point(c, p, &bytes, &n) == 0);
  struct futhark_opaque_point *again = futhark_restore_opaque_point(c, bytes);
  CHECK(again != NULL && futhark_project_opaque_point_y(c, &y, again) == 0 && y == 2);
  CHECK(futhark_restore_opaque_arr1d_point(c, bytes) == NULL && failed(c, "the bytes hold no value of type []point"));
  CHECK(futhark_project_opaque_point_x(c, &x, NULL) != 0 && failed(c, "expected a value of type point, but got NULL"));
  futhark_free_opaque_point(c, q);
  CHECK(futhark_entry_mirror(c, &q, (struct futhark_opaque_point *)NULL) != 0 && q == NULL && failed(c, "of type point"));
  free(bytes);
  futhark_free_opaque_point(c, p);
  futhark_free_opaque_point(c, again);

  float xs[] = {1, 2, 3}, ys[] = {4, 5, 6};
  memory lent = lend(c, ys, sizeof ys);
  struct futhark_f32_1d *a = futhark_new_f32_1d(c, xs, 3), *b = futhark_new_raw_f32_1d(c, lent, 3), *two = futhark_new_f32_1d(c, xs, 2), *out = NULL;
  struct futhark_opaque_arr1d_point *ps = NULL, *qs = NULL, *rs = NULL;
  CHECK(futhark_zip_opaque_arr1d_point(c, &ps, a, two) != 0 && ps == NULL && failed(c, "differ in their sizes: [3]f32 and [2]f32"));
  CHECK(futhark_zip_opaque_arr1d_point(c, &ps, a, b) == 0 && futhark_entry_path(c, &total, &qs, ps) == 0 && total == 6);
  CHECK(futhark_shape_opaque_arr1d_point(c, qs)[0] == 3 && futhark_index_opaque_arr1d_point(c, &p, qs, 1) == 0);
  CHECK(futhark_project_opaque_point_x(c, &x, p) == 0 && x == 3);
  futhark_free_opaque_point(c, p);
  CHECK(futhark_index_opaque_arr1d_point(c, &p, qs, 3) != 0 && p == NULL && failed(c, "index 3 is out of bounds"));
  CHECK(futhark_project_opaque_arr1d_point_x(c, &out, qs) == 0 && futhark_index_f32_1d(c, &x, out, 2) == 0 && x == 4);
  futhark_free_f32_1d(c, out);
  CHECK(futhark_project_opaque_arr1d_point_y(c, &out, qs) == 0 && futhark_index_f32_1d(c, &y, out, 2) == 0 && y == 6);
  bytes = NULL;
  CHECK(futhark_store_opaque_arr1d_point(c, ps, &bytes, &n) == 0 && n == 2 * (7 + 8 + 12) && (rs = futhark_restore_opaque_arr1d_point(c, bytes)) != NULL);
  free(bytes);
  futhark_free_f32_1d(c, a);
  futhark_free_f32_1d(c, b);
  futhark_free_f32_1d(c, two);
  futhark_free_f32_1d(c, out);
  futhark_free_opaque_arr1d_point(c, ps);
  futhark_free_opaque_arr1d_point(c, qs);
  futhark_free_opaque_arr1d_point(c, rs);
  take_back(lent);
}

static void tuples(context *c) {
  struct futhark_opaque_tup2_i32_f32 *t = NULL, *u = NULL;
  bool yes = false;
  int32_t i = 0;
  float f = 0;
  void *bytes = NULL;
  size_t n = 0;
  CHECK(futhark_entry_pair(c, &t, &yes, 7) == 0 && yes && futhark_project_opaque_tup2_i32_f32_0(c, &i, t) == 0 && i == 7);
  CHECK(futhark_store_opaque_tup2_i32_f32(c, t, &bytes, &n) == 0);
  futhark_free_opaque_tup2_i32_f32(c, t);
  CHECK((t = futhark_restore_opaque_tup2_i32_f32(c, bytes)) != NULL && futhark_project_opaque_tup2_i32_f32_1(c, &f, t) == 0 && f == 0.5f);
  CHECK(futhark_new_opaque_tup2_i32_f32(c, &u, 1, 2) == 0);
  free(bytes);
  futhark_free_opaque_tup2_i32_f32(c, t);
  futhark_free_opaque_tup2_i32_f32(c, u);
}

static void sums(context *c) {
  struct futhark_opaque_shape *circle = NULL, *path = NULL, *none = NULL, *s = NULL;
  float xs[] = {1, 2, 3}, r = 0;
  struct futhark_f32_1d *a = futhark_new_f32_1d(c, xs, 3), *out = NULL;
  CHECK(futhark_new_opaque_shape_circle(c, &circle, 2) == 0 && futhark_new_opaque_shape_path(c, &path, a) == 0 && futhark_new_opaque_shape_none(c, &none) == 0);
  futhark_free_f32_1d(c, a);
  CHECK(futhark_entry_area(c, &r, circle) == 0 && r == 12 && futhark_entry_area(c, &r, path) == 0 && r == 6 && futhark_entry_area(c, &r, none) == 0 && r == 0);
  CHECK(futhark_variant_opaque_shape(c, circle) == 0 && futhark_variant_opaque_shape(c, none) == 1 && futhark_variant_opaque_shape(c, path) == 2);
  CHECK(futhark_variant_opaque_shape(c, NULL) == -1 && failed(c, "NULL"));
  CHECK(futhark_destruct_opaque_shape_circle(c, &r, circle) == 0 && r == 2 && futhark_destruct_opaque_shape_none(c, none) == 0);
  CHECK(futhark_destruct_opaque_shape_none(c, circle) != 0 && failed(c, "a value of type shape is #circle, not #none"));
  void *bytes = NULL;
  size_t n = 0;
  CHECK(futhark_entry_grow(c, &s, none, 4) == 0 && futhark_store_opaque_shape(c, s, &bytes, &n) == 0);
  futhark_free_opaque_shape(c, s);
  CHECK((s = futhark_restore_opaque_shape(c, bytes)) != NULL && futhark_destruct_opaque_shape_path(c, &out, s) == 0 && futhark_shape_f32_1d(c, out)[0] == 4);
  free(bytes);
  futhark_free_f32_1d(c, out);
  futhark_free_opaque_shape(c, s);
  futhark_free_opaque_shape(c, circle);
  futhark_free_opaque_shape(c, path);
  futhark_free_opaque_shape(c, none);
}

// A constructor without arrays fits whatever sizes other arguments have.
static void options(context *c) {
  float xs[] = {1, 2, 3}, r = 0;
  struct futhark_f32_1d *a = futhark_new_f32_1d(c, xs, 3), *two = futhark_new_f32_1d(c, xs, 2), *out = NULL;
  struct futhark_opaque_option *some = NULL, *empty = NULL, *again = NULL;
  CHECK(futhark_new_opaque_option_some(c, &some, a) == 0 && futhark_new_opaque_option_empty(c, &empty) == 0);
  CHECK(futhark_entry_within(c, &r, empty, a) == 0 && r == 106 && futhark_entry_within(c, &r, some, a) == 0 && r == 12);
  CHECK(futhark_entry_within(c, &r, some, two) != 0 && failed(c, "argument xs has the wrong size: expected [3]f32, but got [2]f32"));
  CHECK(futhark_destruct_opaque_option_empty(c, empty) == 0 && futhark_destruct_opaque_option_some(c, &out, some) == 0);
  void *bytes = NULL;
  size_t n = 0;
  CHECK(futhark_variant_opaque_option(c, empty) == 0 && futhark_store_opaque_option(c, some, &bytes, &n) == 0);
  CHECK((again = futhark_restore_opaque_option(c, bytes)) != NULL && futhark_entry_within(c, &r, again, a) == 0 && r == 12);
  free(bytes);
  futhark_free_f32_1d(c, a);
  futhark_free_f32_1d(c, two);
  futhark_free_f32_1d(c, out);
  futhark_free_opaque_option(c, some);
  futhark_free_opaque_option(c, empty);
  futhark_free_opaque_option(c, again);
}

// every_parameter tells whether all tuning parameters, and no others, have names and classes, and can be set.
static bool every_parameter(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  int count = futhark_get_tuning_param_count();
  bool fine = count >= 0 && futhark_get_tuning_param_name(count) == NULL && futhark_get_tuning_param_class(count) == NULL;
  for (int i = 0; i < count; i++) {
    const char *name = futhark_get_tuning_param_name(i);
    fine = fine && name != NULL && futhark_get_tuning_param_class(i) != NULL && futhark_context_config_set_tuning_param(cfg, name, 1) == 0;
  }
  futhark_context_config_free(cfg);
  return fine;
}

static void administration(context *c) {
  struct futhark_f32_1d *a = NULL;
  FILE *log = tmpfile();
  CHECK(log != NULL && every_parameter());
  futhark_context_set_logging_file(c, log);
  futhark_context_unpause_profiling(c);
  CHECK(futhark_entry_cells(c, &a, 1000) == 0 && futhark_context_sync(c) == 0);
  futhark_context_pause_profiling(c);
  char *report = futhark_context_report(c);
  CHECK(report != NULL && strstr(report, "\"launches\":1") != NULL && strstr(report, "\"default space\":") != NULL);
  free(report);
  futhark_free_f32_1d(c, a);
  CHECK(futhark_context_clear_caches(c) == 0 && ftell(log) > 0);
  futhark_context_set_logging_file(c, stderr);
  fclose(log);
}

#if defined(FUTHARK_BACKEND_opencl) || defined(FUTHARK_BACKEND_cuda)
static void device(struct futhark_context_config *cfg) {
  static int configured; // the first context leaves its kernels to the second one
  const char *kernels = futhark_context_config_get_program(cfg);
  CHECK(kernels != NULL && strstr(kernels, "KERNEL") != NULL);
  futhark_context_config_set_program(cfg, NULL);
  futhark_context_config_set_device(cfg, "#0");
  futhark_context_config_set_default_grid_size(cfg, 64);
  futhark_context_config_set_default_num_groups(cfg, 0);
  futhark_context_config_set_default_thread_block_size(cfg, 256);
  futhark_context_config_set_default_group_size(cfg, 256);
  futhark_context_config_set_default_tile_size(cfg, 16);
  futhark_context_config_set_default_reg_tile_size(cfg, 4);
  futhark_context_config_set_default_registers(cfg, 64);
  futhark_context_config_set_default_cache(cfg, 1 << 20);
  futhark_context_config_set_default_threshold(cfg, 1000);
  futhark_context_config_set_unified_memory(cfg, 0);
#if defined(FUTHARK_BACKEND_opencl)
  futhark_context_config_set_platform(cfg, "");
  futhark_context_config_list_devices(cfg);
  futhark_context_config_select_device_interactively(cfg);
  futhark_context_config_set_command_queue(cfg, NULL);
  futhark_context_config_add_build_option(cfg, "-DHARMLESS=1");
  futhark_context_config_dump_binary_to(cfg, configured ? NULL : "kernels.bin");
  futhark_context_config_load_binary_from(cfg, configured ? "kernels.bin" : NULL);
#else
  futhark_context_config_add_nvrtc_option(cfg, "-DHARMLESS=1");
  futhark_context_config_dump_ptx_to(cfg, configured ? NULL : "kernels.ptx");
  futhark_context_config_load_ptx_from(cfg, configured ? "kernels.ptx" : NULL);
#endif
  configured = 1;
}
#endif

static context *configured(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_debugging(cfg, 0);
  futhark_context_config_set_logging(cfg, 1);
  futhark_context_config_set_profiling(cfg, 1);
  futhark_context_config_set_cache_file(cfg, "cache");
  futhark_context_config_set_memory_limit(cfg, (int64_t)1 << 30);
#if defined(FUTHARK_BACKEND_multicore)
  futhark_context_config_set_num_threads(cfg, 3);
#elif defined(FUTHARK_BACKEND_opencl) || defined(FUTHARK_BACKEND_cuda)
  device(cfg);
#endif
  CHECK(futhark_context_config_set_tuning_param(cfg, "none", 1) != 0);
  context *c = futhark_context_new(cfg);
  futhark_context_config_free(cfg);
  char *error = c == NULL ? NULL : futhark_context_get_error(c);
  if (error != NULL) printf("no context: %s\n", error);
  CHECK(error == NULL);
  free(error);
  return c;
}

int main(void) {
  context *a = configured(), *b = configured();
  FILE *silent = fopen("/dev/null", "w");
  if (a == NULL || b == NULL || silent == NULL) return 2;
  futhark_context_set_logging_file(a, silent);
  futhark_context_set_logging_file(b, silent);
  context *both[] = {a, b, a};
  for (int i = 0; i < 3; i++) {
    arrays(both[i]);
    matrices(both[i]);
    errors(both[i]);
    failing(both[i]);
    records(both[i]);
    tuples(both[i]);
    sums(both[i]);
    options(both[i]);
  }
  administration(b);
  futhark_context_free(a);
  futhark_context_free(b);
  fclose(silent);
  if (failures == 0) printf("all is well\n");
  return failures != 0;
}
