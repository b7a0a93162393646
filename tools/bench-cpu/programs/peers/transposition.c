#include "../harness.h"

// size: rows, columns; input: the rows.
static void prepare(void) { result = malloc(result_bytes = size[0] * size[1] * sizeof(int32_t)); }

static void run(void) {
  long n = size[0], m = size[1];
  memcpy(result, input[0], result_bytes);
  for (long r = 0; r < n; r++) {
    int32_t *xs = (int32_t *)result + r * m;
    for (long p = 0; p < m; p++)
      for (long i = p % 2; i + 1 < m; i += 2)
        if (xs[i] > xs[i + 1]) {
          int32_t a = xs[i];
          xs[i] = xs[i + 1];
          xs[i + 1] = a;
        }
  }
}
