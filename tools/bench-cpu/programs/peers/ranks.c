#include "../harness.h"

// size: rows, columns.
static int32_t *rows;

static void prepare(void) {
  result = malloc(result_bytes = size[0] * size[1] * sizeof(int64_t));
  rows = malloc(size[0] * size[1] * sizeof *rows);
}

static void run(void) {
  long n = size[0], m = size[1];
  int64_t *ranks = result;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) rows[i * m + j] = (i * 7919 + j * 104729) % 1000;
  for (long i = 0; i < n; i++) {
    const int32_t *row = rows + i * m;
    for (long j = 0; j < m; j++) {
      int64_t c = 0;
      for (long k = 0; k < m; k++) c += row[k] < row[j];
      ranks[i * m + j] = c;
    }
  }
}
