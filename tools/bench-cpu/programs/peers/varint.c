#include "../harness.h"

// size: numbers; input: bytes.
static void prepare(void) { result = malloc(result_bytes = size[0] * sizeof(uint64_t)); }

static void run(void) {
  const uint8_t *at = input[0];
  for (long i = 0; i < size[0]; i++) {
    uint64_t x = 0;
    int shift = 0;
    uint8_t b;
    do {
      b = *at++;
      x |= (uint64_t)(b & 127) << shift;
      shift += 7;
    } while (b >= 128);
    ((uint64_t *)result)[i] = x;
  }
}
