#include "../harness.h"

// size: inputs; input: the program, the inputs.
static void prepare(void) { result = malloc(result_bytes = size[0] * sizeof(int32_t)); }

static int32_t machine(const uint8_t *code, int32_t x) {
  int32_t stack[16] = {0}, a;
  long pc = 0, top = 0;
  for (;;) {
    switch (code[pc]) {
    case 0: return top > 0 ? stack[top - 1] : 0;
    case 1: stack[top++] = x; pc++; break;
    case 2: stack[top++] = code[pc + 1]; pc += 2; break;
    case 3: stack[top - 2] += stack[top - 1]; top--; pc++; break;
    case 4: stack[top - 2] -= stack[top - 1]; top--; pc++; break;
    case 5: stack[top - 2] *= stack[top - 1]; top--; pc++; break;
    case 6: stack[top] = stack[top - 1]; top++; pc++; break;
    case 7: a = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = a; pc++; break;
    default: top--; pc = stack[top] != 0 ? code[pc + 1] : pc + 2;
    }
  }
}

static void run(void) {
  const int32_t *xs = input[1];
  for (long i = 0; i < size[0]; i++) ((int32_t *)result)[i] = machine(input[0], xs[i]);
}
