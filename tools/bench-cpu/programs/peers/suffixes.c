#include "../harness.h"

// size: bytes; input: the text.
static int64_t *ranks, *second, *next, *order, *other, *starts;

static void prepare(void) {
  long n = size[0];
  result = malloc(result_bytes = n * 8);
  ranks = malloc(n * 8), second = malloc(n * 8), next = malloc(n * 8);
  order = malloc(n * 8), other = malloc(n * 8), starts = malloc((n + 257) * 8);
}

static void counting_sort(const int64_t *keys, const int64_t *from, int64_t *to, long n) {
  memset(starts, 0, (n + 257) * 8);
  for (long i = 0; i < n; i++) starts[keys[i] + 1]++;
  for (long k = 0; k < n + 256; k++) starts[k + 1] += starts[k];
  for (long i = 0; i < n; i++) to[starts[keys[from[i]]]++] = from[i];
}

static void run(void) {
  long n = size[0];
  const uint8_t *text = input[0];
  for (long i = 0; i < n; i++) ranks[i] = text[i], other[i] = i;
  counting_sort(ranks, other, order, n);
  for (long width = 1; width < n; width *= 2) {
    for (long i = 0; i < n; i++) second[i] = i + width < n ? ranks[i + width] + 1 : 0;
    counting_sort(second, order, other, n);
    counting_sort(ranks, other, order, n);
    long r = 0;
    for (long i = 0; i < n; i++) {
      if (i > 0 && (ranks[order[i - 1]] != ranks[order[i]] || second[order[i - 1]] != second[order[i]])) r++;
      next[order[i]] = r;
    }
    int64_t *t = ranks;
    ranks = next;
    next = t;
  }
  memcpy(result, order, n * 8);
}
