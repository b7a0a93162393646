#include "../harness.h"

// size: bytes of the word, of the text; input: both.
static int64_t *borders;

static void prepare(void) {
  result = malloc(result_bytes = sizeof(int32_t));
  borders = malloc((size[0] + 1) * sizeof *borders);
}

static void run(void) {
  const uint8_t *word = input[0], *text = input[1];
  long k = size[0], n = size[1], b = 0, at = 0;
  int32_t found = 0;
  borders[0] = borders[1] = 0;
  for (long i = 1; i < k; i++) {
    while (b > 0 && word[b] != word[i]) b = borders[b];
    if (word[b] == word[i]) b++;
    borders[i + 1] = b;
  }
  for (long i = 0; i < n; i++) {
    while (at > 0 && (at == k || word[at] != text[i])) at = borders[at];
    if (word[at] == text[i]) at++;
    if (at == k) found++;
  }
  *(int32_t *)result = found;
}
