// Sets each tuning parameter of a library to several values: results stay what they are, and a
// threshold decides which kernels run.
#include "tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) \
  do { \
    if (!(x)) { \
      fprintf(stderr, "line %d: %s\n", __LINE__, #x); \
      exit(1); \
    } \
  } while (0)

enum { N = 35, M = 50, SQUARES = 100000 };

// run calls the entry points, with a parameter set unless name is NULL, and returns the report.
static char *run(const char *name, size_t value, int threshold) {
  struct futhark_context_config *config = futhark_context_config_new();
  futhark_context_config_set_profiling(config, 1);
  futhark_context_config_set_cache_file(config, "kernels");
  futhark_context_config_set_default_threshold(config, threshold);
  CHECK(name == NULL || futhark_context_config_set_tuning_param(config, name, value) == 0);
  CHECK(futhark_context_config_set_tuning_param(config, "nosuch", 1) != 0 && futhark_context_config_set_tuning_param(config, NULL, 1) != 0);
  struct futhark_context *ctx = futhark_context_new(config);
  futhark_context_config_free(config);

  static int64_t in[N][M], products[N][N], squares[SQUARES];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < M; j++) in[i][j] = i - 3 * j;
  }
  struct futhark_i64_2d *xs = futhark_new_i64_2d(ctx, &in[0][0], N, M);
  struct futhark_i64_2d *table;
  struct futhark_i64_1d *out;
  CHECK(xs != NULL && futhark_entry_products(ctx, &table, xs) == FUTHARK_SUCCESS);
  CHECK(futhark_values_i64_2d(ctx, table, &products[0][0]) == 0 && futhark_context_sync(ctx) == 0 && futhark_free_i64_2d(ctx, table) == 0);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      int64_t sum = 0;
      for (int k = 0; k < M; k++) sum += in[i][k] * in[j][k];
      CHECK(products[i][j] == sum);
    }
  }
  CHECK(futhark_entry_squares(ctx, &out, SQUARES) == FUTHARK_SUCCESS);
  CHECK(futhark_values_i64_1d(ctx, out, squares) == 0 && futhark_context_sync(ctx) == 0 && futhark_free_i64_1d(ctx, out) == 0);
  for (int64_t i = 0; i < SQUARES; i++) CHECK(squares[i] == i * i);
  char *report = futhark_context_report(ctx);
  CHECK(futhark_free_i64_2d(ctx, xs) == 0);
  futhark_context_free(ctx);
  return report;
}

// both_have tells whether both reports have a kernel of that kind.
static int both_have(const char *a, const char *b, const char *kernel) { return strstr(a, kernel) != NULL && strstr(b, kernel) != NULL; }

int main(void) {
  static const char *const classes[] = {"threshold", "grid_size", "thread_block_size"};
  static const size_t values[][4] = {{0, 1, N * N, SIZE_MAX}, {0, 1, 3, SIZE_MAX}, {0, 1, 96, SIZE_MAX}};
  int seen[3] = {0};
  for (int i = 0; i < futhark_get_tuning_param_count(); i++) {
    const char *name = futhark_get_tuning_param_name(i);
    int class = 0;
    while (class < 3 && strcmp(classes[class], futhark_get_tuning_param_class(i)) != 0) class++;
    CHECK(class < 3);
    for (int k = 0; k < 4; k++) free(run(name, values[class][k], -1));
    if (class > 0 || seen[class]++ > 0) continue;
    char *outer = run(name, 0, -1), *inner = run(name, SIZE_MAX, -1), *sooner = run(NULL, 0, 0), *later = run(NULL, 0, 1 << 30);
    CHECK(both_have(outer, sooner, "segmap_map") && both_have(inner, later, "segred") && strstr(outer, "segred") == NULL);
    free(outer);
    free(inner);
    free(sooner);
    free(later);
  }
  CHECK(seen[0] == 1);
  CHECK(futhark_get_tuning_param_name(-1) == NULL && futhark_get_tuning_param_class(futhark_get_tuning_param_count()) == NULL);
  puts("all is well");
  return 0;
}
