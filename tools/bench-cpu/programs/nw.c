#include "harness.h"

// size: n, m; input: two sequences. Along anti-diagonals, as examples/nw.fut.
static int32_t *diagonals[3];

static void prepare(void) {
  result = malloc(result_bytes = sizeof(int32_t));
  for (int k = 0; k < 3; k++) diagonals[k] = malloc((size[0] + 1) * sizeof(int32_t));
}

static int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }

static void run(void) {
  long n = size[0], m = size[1];
  const uint8_t *as = input[0], *bs = input[1];
  int32_t *before = diagonals[0], *previous = diagonals[1], *next = diagonals[2];
  memset(before, 0, (n + 1) * sizeof(int32_t));
  memset(previous, 0, (n + 1) * sizeof(int32_t));
  for (long d = 0; d < n + m + 1; d++) {
    for (long i = 0; i <= n; i++) {
      long j = d - i;
      int32_t cell;
      if (j < 0 || j > m) cell = 0;
      else if (i == 0) cell = -(int32_t)j;
      else if (j == 0) cell = -(int32_t)i;
      else {
        int32_t diagonal = before[i - 1] + (as[i - 1] == bs[j - 1] ? 1 : -1);
        cell = max(diagonal, max(previous[i - 1] - 1, previous[i] - 1));
      }
      next[i] = cell;
    }
    int32_t *t = before;
    before = previous;
    previous = next;
    next = t;
  }
  *(int32_t *)result = previous[n];
}
