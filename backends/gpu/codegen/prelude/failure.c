// What a failing thread leaves for the host, and what belongs to a thread.
typedef struct {
  u32 lock;
  u32 pad;
  u32 launch;    // the number of the launch that failed
  u32 site;      // 1 + the place of the failure; 0 while there is none
  u64 iteration; // the least that failed
  u64 path;      // of calls
  u64 args[FAILURE_ARGS];
} failure_t;

typedef struct {
  volatile GLOBAL failure_t *failure;
  u32 launch;
  u64 iteration;
  GLOBAL u8 *heap; // the thread's own
  u64 heap_size, heap_top, heap_free;
} thread_t;

// An earlier launch failed: nothing may run. Every thread asks, so this reads both
// words at once, from the unit's own cache: if it were volatile, all units would ask
// one place of the memory, one after the other. What this launch itself leaves there
// may be seen early or late.
DEVICE b8 stopped(GLOBAL failure_t *f, u32 launch) {
  u64 seen = *(GLOBAL u64 *)&f->launch;
  return seen >> 32 != 0 && (u32)seen != launch;
}

// fail notes the failure of an iteration unless a lower one has failed. The
// threads that wait for the lock take turns in one loop, so that those of one
// warp do not wait for each other.
DEVICE void fail(PRIVATE thread_t *t, u32 site, u64 path, u32 count, PRIVATE const u64 *args) {
  volatile GLOBAL failure_t *f = t->failure;
  b8 done = 0;
  while (!done) {
    if (CAS_32(GLOBAL, &f->lock, 0u, 1u) == 0u) {
      FENCE();
      if (f->site == 0 || t->iteration < f->iteration) {
        f->launch = t->launch;
        f->iteration = t->iteration;
        f->path = path;
        for (u32 i = 0; i < count; i++) f->args[i] = args[i];
        FENCE();
        f->site = site;
      }
      FENCE();
      ATOMIC_32(xchg, GLOBAL, u32, &f->lock, 0u);
      done = 1;
    }
  }
}
