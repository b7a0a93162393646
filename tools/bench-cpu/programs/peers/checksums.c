#include "../harness.h"

// size: rows, bytes of each; input: the rows.
static void prepare(void) { result = malloc(result_bytes = size[0] * sizeof(uint32_t)); }

static void run(void) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  const uint8_t *at = input[0];
  for (long i = 0; i < size[0]; i++) {
    uint32_t c = 0xFFFFFFFF;
    for (long j = 0; j < size[1]; j++) c = table[(c ^ *at++) & 255] ^ (c >> 8);
    ((uint32_t *)result)[i] = ~c;
  }
}
