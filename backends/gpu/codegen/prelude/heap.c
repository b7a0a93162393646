// Blocks that a thread makes while it runs lie in a heap of its own, which is
// empty again when its next iteration begins. A block has a head of 16 bytes: its
// count of references and its kind, 2^kind bytes with the head. Freed
// blocks wait in a list for each kind; heap_free has a bit for each list that is
// not empty, and the heap begins with the lists' first blocks.
#define HEAP_START 512

DEVICE void heap_reset(PRIVATE thread_t *t) {
  t->heap_top = HEAP_START;
  t->heap_free = 0;
}

DEVICE GLOBAL u8 *heap_alloc(PRIVATE thread_t *t, i64 bytes) {
  if (bytes < 0 || (u64)bytes > t->heap_size) return 0;
  u32 kind = 64 - CLZ64((u64)bytes + 15);
  u64 size = (u64)1 << kind;
  GLOBAL u64 *lists = (GLOBAL u64 *)t->heap;
  GLOBAL u8 *block;
  if (t->heap_free >> kind & 1) {
    block = t->heap + lists[kind];
    u64 next = *(GLOBAL u64 *)(block + 8);
    lists[kind] = next;
    if (next == 0) t->heap_free &= ~size;
  } else {
    if (t->heap_size - t->heap_top < size) return 0;
    block = t->heap + t->heap_top;
    t->heap_top += size;
  }
  *(GLOBAL u32 *)block = 1;
  *(GLOBAL u32 *)(block + 4) = kind;
  return block + 16;
}

DEVICE b8 in_heap(PRIVATE thread_t *t, GLOBAL u8 *b) {
  return b >= t->heap && b < t->heap + t->heap_size;
}

DEVICE void retain(PRIVATE thread_t *t, GLOBAL u8 *b) {
  if (in_heap(t, b)) *(GLOBAL u32 *)(b - 16) += 1;
}

DEVICE void release(PRIVATE thread_t *t, GLOBAL u8 *b) {
  if (!in_heap(t, b)) return;
  GLOBAL u8 *block = b - 16;
  u32 refs = *(GLOBAL u32 *)block - 1;
  *(GLOBAL u32 *)block = refs;
  if (refs != 0) return;
  u32 kind = *(GLOBAL u32 *)(block + 4);
  GLOBAL u64 *lists = (GLOBAL u64 *)t->heap;
  *(GLOBAL u64 *)(block + 8) = t->heap_free >> kind & 1 ? lists[kind] : 0;
  lists[kind] = (u64)(block - t->heap);
  t->heap_free |= (u64)1 << kind;
}
