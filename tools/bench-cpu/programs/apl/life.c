#include "../harness.h"

// size: steps, n. How many of n×n cells of a torus live after steps.
static int8_t *cells, *other;

static void prepare(void) {
  result = malloc(result_bytes = sizeof(int64_t));
  cells = malloc(size[1] * size[1]);
  other = malloc(size[1] * size[1]);
}

static void run(void) {
  long steps = size[0], n = size[1];
  int8_t *xs = cells, *ys = other;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) xs[i * n + j] = (7 * i + 13 * j + i * j) % 5 < 2;
  for (long s = 0; s < steps; s++) {
    for (long i = 0; i < n; i++) {
      const int8_t *up = xs + (i > 0 ? i - 1 : n - 1) * n, *row = xs + i * n, *down = xs + (i < n - 1 ? i + 1 : 0) * n;
      for (long j = 0; j < n; j++) {
        long l = j > 0 ? j - 1 : n - 1, r = j < n - 1 ? j + 1 : 0;
        int sum = up[l] + up[j] + up[r] + row[l] + row[j] + row[r] + down[l] + down[j] + down[r];
        ys[i * n + j] = sum == 3 || (row[j] && sum == 4);
      }
    }
    int8_t *t = xs;
    xs = ys;
    ys = t;
  }
  int64_t alive = 0;
  for (long i = 0; i < n * n; i++) alive += xs[i];
  *(int64_t *)result = alive;
}
