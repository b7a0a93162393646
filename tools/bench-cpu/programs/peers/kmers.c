#include "../harness.h"

// size: letters; input: the text.
static void prepare(void) { result = malloc(result_bytes = 4096 * sizeof(int32_t)); }

static long code(uint8_t c) { return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3; }

static void run(void) {
  const uint8_t *text = input[0];
  int32_t *counts = result;
  memset(counts, 0, result_bytes);
  for (long i = 0; i + 6 <= size[0]; i++) {
    long w = 0;
    for (long k = 0; k < 6; k++) w = w * 4 + code(text[i + k]);
    counts[w]++;
  }
}
