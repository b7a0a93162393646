#include "../harness.h"

// size: bytes; input: the text.
enum state { between, name, number, quoted };

static void prepare(void) { result = malloc(result_bytes = 4 * sizeof(int32_t)); }

static int is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

static void run(void) {
  const uint8_t *text = input[0];
  int32_t *counts = result;
  memset(result, 0, result_bytes);
  enum state s = between;
  for (long i = 0; i < size[0]; i++) {
    uint8_t c = text[i];
    if (s == quoted) {
      if (c == '"') s = between;
      continue;
    }
    if (s == name && (is_letter(c) || is_digit(c))) continue;
    if (s == number && (is_digit(c) || c == '.')) continue;
    s = between;
    if (is_letter(c)) s = name, counts[0]++;
    else if (is_digit(c)) s = number, counts[1]++;
    else if (c == '"') s = quoted, counts[2]++;
    else if (c > ' ') counts[3]++;
  }
}
