#include "../harness.h"

// size: rows, columns; input: the rows.
static int32_t *tails;

static void prepare(void) {
  result = malloc(result_bytes = size[0] * sizeof(int64_t));
  tails = malloc(size[1] * sizeof *tails);
}

static void run(void) {
  long n = size[0], m = size[1];
  const int32_t *row = input[0];
  for (long i = 0; i < n; i++, row += m) {
    long count = 0;
    for (long j = 0; j < m; j++) {
      long lo = 0, hi = count;
      while (lo < hi) {
        long mid = (lo + hi) / 2;
        if (tails[mid] < row[j]) lo = mid + 1;
        else hi = mid;
      }
      tails[lo] = row[j];
      if (lo == count) count++;
    }
    ((int64_t *)result)[i] = count;
  }
}
