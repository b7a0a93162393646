#include "harness.h"

// size: n, m; input: two sequences.
static int32_t *row;

static void prepare(void) {
  result = malloc(result_bytes = sizeof(int32_t));
  row = malloc((size[1] + 1) * sizeof *row);
}

static int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }

static void run(void) {
  long n = size[0], m = size[1];
  const uint8_t *as = input[0], *bs = input[1];
  for (long j = 0; j <= m; j++) row[j] = -j;
  for (long i = 0; i < n; i++) {
    int32_t diagonal = row[0], left = -(i + 1);
    row[0] = left;
    for (long j = 0; j < m; j++) {
      int32_t up = row[j + 1];
      left = max(diagonal + (as[i] == bs[j] ? 1 : -1), max(up - 1, left - 1));
      row[j + 1] = left;
      diagonal = up;
    }
  }
  *(int32_t *)result = row[m];
}
