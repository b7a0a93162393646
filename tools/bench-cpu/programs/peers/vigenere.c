#include "../harness.h"

// size: letters of the key, bytes of the text; input: both.
static void prepare(void) { result = malloc(result_bytes = size[1]); }

static void run(void) {
  const uint8_t *key = input[0], *text = input[1];
  uint8_t *out = result;
  long at = 0;
  for (long i = 0; i < size[1]; i++) {
    uint8_t c = text[i], base = c >= 'a' && c <= 'z' ? 'a' : c >= 'A' && c <= 'Z' ? 'A' : 0;
    out[i] = c;
    if (base) {
      out[i] = base + (uint8_t)(c - base + key[at]) % 26;
      if (++at == size[0]) at = 0;
    }
  }
}
