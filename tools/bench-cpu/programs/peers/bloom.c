#include "../harness.h"

// size: keys, asked; input: both.
static uint32_t bits[2048];

static void prepare(void) { result = malloc(result_bytes = sizeof(int32_t)); }

static uint32_t hash(uint32_t x, uint32_t k) {
  uint32_t h = (x ^ (k * 0x9E3779B9)) * 0x85EBCA6B;
  h = (h ^ (h >> 13)) * 0xC2B2AE35;
  return (h ^ (h >> 16)) & 0xFFFF;
}

static void run(void) {
  const uint32_t *keys = input[0], *asked = input[1];
  memset(bits, 0, sizeof bits);
  for (long i = 0; i < size[0]; i++)
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t h = hash(keys[i], k);
      bits[h >> 5] |= 1u << (h & 31);
    }
  int32_t found = 0;
  for (long i = 0; i < size[1]; i++) {
    int all = 1;
    for (uint32_t k = 0; k < 4 && all; k++) {
      uint32_t h = hash(asked[i], k);
      all = bits[h >> 5] >> (h & 31) & 1;
    }
    found += all;
  }
  *(int32_t *)result = found;
}
