// A caller that gives a library what it must refuse: pointers that are NULL, shapes that are none or
// that no memory holds, indices outside, and stored values whose bytes were changed.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "hostile.h"

static struct futhark_context *c;
static int failures;

// REFUSED is for a call that must fail with an error, which it takes.
#define REFUSED(call) do { int refused = (call); char *e = futhark_context_get_error(c); if (!refused || e == NULL || strlen(e) > 2000) { failures++; printf("line %d: %s: %s\n", __LINE__, #call, e == NULL ? "no error" : e); } free(e); } while (0)

static const int64_t absurd[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 8 + 1, (int64_t)1 << 61, (int64_t)1 << 32};

// shapes makes arrays of two dimensions of which the product is negative, overflows or is terabytes.
static void shapes(void) {
  int64_t data[4] = {1, 2, 3, 4};
  for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++)
    for (size_t j = 0; j < sizeof absurd / sizeof *absurd; j++) {
      REFUSED(futhark_new_i64_2d(c, data, absurd[i], absurd[j]) == NULL);
      REFUSED(futhark_new_raw_i64_2d(c, (unsigned char *)data, absurd[i], absurd[j]) == NULL);
    }
  REFUSED(futhark_new_i64_2d(c, data, -1, 0) == NULL);
  REFUSED(futhark_new_i64_2d(c, NULL, 2, 2) == NULL);
  REFUSED(futhark_new_raw_i64_2d(c, NULL, 2, 2) == NULL);
}

// nothing passes NULL for each array and opaque value.
static void nothing(void) {
  int64_t x = 0, out[4];
  int32_t y = 0;
  double d = 0;
  struct futhark_opaque_point *p = NULL;
  struct futhark_i32_1d *a = NULL;
  void *bytes = NULL;
  size_t n = 0;
  struct futhark_opaque_point *point = NULL;
  if (futhark_entry_mk(c, &point, 1) != 0) failures++;
  REFUSED(futhark_values_i64_2d(c, NULL, out) != 0);
  REFUSED(futhark_index_i64_2d(c, &x, NULL, 0, 0) != 0);
  REFUSED(futhark_index_i32_1d(c, &y, NULL, 0) != 0);
  REFUSED(futhark_entry_total(c, &x, NULL, NULL) != 0);
  REFUSED(futhark_project_opaque_point_x(c, &d, NULL) != 0);
  REFUSED(futhark_project_opaque_point_y(c, &a, NULL) != 0 && a == NULL);
  REFUSED(futhark_new_opaque_point(c, &p, 1, NULL) != 0 && p == NULL);
  REFUSED(futhark_store_opaque_point(c, NULL, &bytes, &n) != 0 && bytes == NULL);
  REFUSED(futhark_restore_opaque_point(c, NULL) == NULL);
  REFUSED(futhark_shape_i64_2d(c, NULL) == NULL);
  REFUSED(futhark_values_raw_i64_2d(c, NULL) == NULL);
  REFUSED(futhark_shape_opaque_arr1d_alt(c, NULL) == NULL);
  REFUSED(futhark_shape_opaque_arr1d_alt(c, (struct futhark_opaque_arr1d_alt *)point) == NULL);
  futhark_free_i64_2d(c, NULL);
  futhark_free_opaque_point(c, NULL);
  futhark_free_opaque_point(c, point);
  free(futhark_context_get_error(c));
}

// indices asks for elements that are not there.
static void indices(void) {
  int64_t data[4] = {1, 2, 3, 4}, x = 0;
  struct futhark_i64_2d *a = futhark_new_i64_2d(c, data, 2, 2);
  const int64_t wrong[] = {-1, 2, INT64_MIN, INT64_MAX, (int64_t)1 << 32};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    REFUSED(futhark_index_i64_2d(c, &x, a, wrong[i], 0) != 0);
    REFUSED(futhark_index_i64_2d(c, &x, a, 0, wrong[i]) != 0);
  }
  if (futhark_index_i64_2d(c, &x, a, 1, 1) != 0 || x != 4) failures++, printf("index: %d\n", (int)x);
  futhark_free_i64_2d(c, a);
}

// stored changes the bytes of a stored point, whose parts are x, a head of 7 and 8 bytes, and y, a head
// of 7 with the rank at 2, its shape of 8, and 5 elements of 4.
static void stored(void) {
  struct futhark_opaque_point *p = NULL, *q;
  void *bytes = NULL;
  size_t n = 0, heads[] = {0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 18, 19, 20, 21};
  if (futhark_entry_mk(c, &p, 5) != 0 || futhark_store_opaque_point(c, p, &bytes, &n) != 0 || n != 7 + 8 + 7 + 8 + 20) {
    failures++;
    printf("%d bytes are stored\n", (int)n);
    return;
  }
  unsigned char *b = (unsigned char *)bytes;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    for (int v = 0; v < 256; v++) {
      unsigned char was = b[heads[i]];
      if (v != was) {
        b[heads[i]] = (unsigned char)v;
        REFUSED(futhark_restore_opaque_point(c, b) == NULL);
      }
      b[heads[i]] = was;
    }
  for (size_t i = 0; i + 1 < sizeof absurd / sizeof *absurd; i++) {
    int64_t was;
    memcpy(&was, b + 22, 8);
    memcpy(b + 22, &absurd[i], 8);
    REFUSED(futhark_restore_opaque_point(c, b) == NULL);
    memcpy(b + 22, &was, 8);
  }
  q = futhark_restore_opaque_point(c, b);
  if (q == NULL) failures++, printf("what was stored is not restored: %s\n", futhark_context_get_error(c));
  futhark_free_opaque_point(c, q);
  futhark_free_opaque_point(c, p);
  free(bytes);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_memory_limit(cfg, (int64_t)1 << 30);
  c = futhark_context_new(cfg);
  shapes();
  nothing();
  indices();
  stored();
  futhark_context_free(c);
  futhark_context_config_free(cfg);
  if (failures == 0) puts("all is refused");
  return failures != 0;
}
