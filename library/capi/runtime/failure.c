// Failures of the program as text. The tables of places and calls are made for the program.

// lamina_site is a place that can fail: an assertion with its message, in which \1 and a letter
// stand for the failure's next value ('a' for element type 0 and so on; \1\1 is \1), or an
// allocation with the arrays that it is for.
typedef struct {
  char kind; // 'a' for an assertion, 'm' for an allocation, 't' for one by a thread of a kernel
  const char *message;
  i32 function;             // an index of lamina_callers
  const char *const *trace; // positions, innermost first, up to NULL
} lamina_site;

// lamina_caller is a call site. The one with the largest offset up to a path is on that path,
// and what is left of the path leads to its own function.
typedef struct {
  u64 offset;
  i32 function;
  const char *position;
} lamina_caller;

typedef struct {
  i32 count;
  const lamina_caller *callers; // by ascending offset
} lamina_callers_of;

static const lamina_site lamina_sites[];
static const lamina_callers_of lamina_functions[];

static void lamina_say_trace(lamina_text *out, const lamina_site *s, u64 path) {
  i32 number = 0;
  for (const char *const *at = s->trace; *at != NULL; at++, number++) {
    lamina_say(out, "%s\n%s #%d  %s", number == 0 ? "\n\nBacktrace:" : "", number == 0 ? "->" : "  ", number, *at);
  }
  for (i32 function = s->function;; number++) {
    const lamina_callers_of *f = &lamina_functions[function];
    i32 i = f->count - 1;
    while (i >= 0 && f->callers[i].offset > path) i--;
    if (i < 0) return;
    lamina_say(out, "%s\n%s #%d  %s", number == 0 ? "\n\nBacktrace:" : "", number == 0 ? "->" : "  ", number, f->callers[i].position);
    path -= f->callers[i].offset;
    function = f->callers[i].function;
  }
}

static void lamina_say_message(lamina_text *out, const char *message, const u64 *values) {
  for (const char *from = message; *from != 0;) {
    size_t length = strcspn(from, "\1");
    lamina_say_bytes(out, from, length);
    from += length;
    if (from[0] == 0) return;
    if (from[1] == '\1') {
      lamina_say_bytes(out, from, 1);
    } else {
      lamina_say_scalar(out, from[1] - 'a', *values++);
    }
    from += 2;
  }
}

// lamina_say_no_room says what was too large, and the remedy.
static void lamina_say_no_room(lamina_text *out, const char *what, i64 bytes, i64 limit) {
  if (bytes < 0) {
    lamina_say(out, "the size of %s is negative: %lld bytes", what, (long long)bytes);
  } else if (bytes == INT64_MAX) {
    lamina_say(out, "the size of %s in bytes is more than an i64 can hold", what);
  } else {
    lamina_say(out, "out of memory: %s needs ", what);
    lamina_say_size(out, bytes);
    lamina_say(out, " (%lld bytes); all arrays of a context together may have ", (long long)bytes);
    lamina_say_size(out, limit);
    lamina_say(out, ". Free arrays, use smaller ones, or allow more when the context is configured, if the machine has it");
  }
}

// lamina_failed keeps the failure of the first thread as the context's error.
static int lamina_failed(lamina_library *l) {
  const lamina_failure *f = &l->context->threads[0].failure;
  if (f->site == LAMINA_FAULT) return lamina_faulted(l);
  const lamina_site *s = &lamina_sites[f->site - 1];
  lamina_text text = {0};
  i64 bytes = (i64)f->values[0];
  if (s->kind == 't' && bytes >= 0 && bytes != INT64_MAX) {
    lamina_say(&text, "out of memory: %s needs %lld bytes in each of the device's threads, which have ", s->message, (long long)bytes);
    lamina_say_size(&text, lamina_most_heap(l->context));
    lamina_say(&text, " each for the arrays that they make");
  } else if (s->kind != 'a') {
    lamina_say_no_room(&text, s->message, bytes, l->context->limit);
  } else {
    lamina_say_message(&text, s->message, f->values);
  }
  lamina_say_trace(&text, s, f->path);
  return lamina_error(l, s->kind == 'a' ? LAMINA_PROGRAM_ERROR : LAMINA_OUT_OF_MEMORY, &text);
}
