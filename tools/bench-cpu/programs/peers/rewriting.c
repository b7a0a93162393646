#include "../harness.h"

// size: rounds, letters; input: the text.
enum { room = 100000 };
static uint8_t one[room], two[room];

static void prepare(void) { result = malloc(result_bytes = 12); }

static void run(void) {
  uint8_t *s = one, *out = two;
  long len = size[1];
  memcpy(s, input[0], len);
  for (long r = 0; r < size[0]; r++) {
    long put = 0;
    for (long at = 0; at < len && put + 3 < room;) {
      uint8_t a = s[at], b = at + 1 < len ? s[at + 1] : 0;
      if (a == 'a' && b == 'b') out[put++] = 'b', out[put++] = 'b', out[put++] = 'a', at += 2;
      else if (a == 'b' && b == 'a') out[put++] = 'a', at += 2;
      else if (a == 'a' && b == 'a') out[put++] = 'b', at += 2;
      else out[put++] = a, at++;
    }
    uint8_t *t = s;
    s = out;
    out = t;
    len = put;
  }
  uint32_t h = 2166136261u;
  for (long i = 0; i < len; i++) h = (h ^ s[i]) * 16777619;
  memcpy(result, &(int64_t){len}, 8);
  memcpy((char *)result + 8, &h, 4);
}
