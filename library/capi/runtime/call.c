// Calls of entry points. A program's function takes and returns words: the bits of scalars, the
// sizes of arrays, and blocks. The tables of entry points are made for the program.

// lamina_size is a size: of a word, or a constant if word is negative.
typedef struct {
  i32 word;
  i64 constant;
} lamina_size;

// lamina_external is a parameter or result of a program's function. An opaque value is several.
typedef struct {
  const char *name;
  i32 element, rank;
  bool unique;   // the function may overwrite the argument; of a result: nothing else is in its memory
  bool counted;  // the function counts references of the argument, or asks for its size
  i32 word;
  const lamina_size *shape;
} lamina_external;

typedef struct {
  const char *name;
  i32 entry; // an index of lamina_entries
  i32 inputs, outputs;                // externals
  const lamina_external *externals;   // the inputs, then the outputs
  i32 arguments, results;             // as callers see them
  const lamina_type *const *types;    // of the arguments, then of the results
} lamina_signature;

// lamina_label is the name of a parameter, or its number.
static void lamina_say_label(lamina_text *out, const lamina_external *x, i32 i) {
  if (x->name[0] != 0) {
    lamina_say(out, "argument %s", x->name);
  } else {
    lamina_say(out, "argument #%d", i + 1);
  }
}

// lamina_misfit notes that an argument does not fit; known are the sizes that others determine.
static int lamina_misfit(lamina_library *l, const lamina_external *x, i32 i, const lamina_array *a, const i64 *known) {
  lamina_text text = {0};
  if (a == NULL) {
    lamina_say_label(&text, x, i);
    lamina_say(&text, ": the array is NULL");
    return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  }
  bool sizes = a->element == x->element && a->rank == x->rank;
  if (sizes) lamina_say(&text, "entry point arguments have invalid sizes: ");
  lamina_say_label(&text, x, i);
  lamina_say(&text, sizes ? " has the wrong size: expected " : ": expected a value of type ");
  lamina_say_type(&text, x->element, x->rank, known);
  lamina_say(&text, sizes ? ", but got " : ", but got one of type ");
  lamina_say_type(&text, a->element, a->rank, a->shape);
  return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
}

// lamina_fit takes an array's sizes as words, or checks them.
static int lamina_fit(lamina_library *l, const lamina_external *x, i32 i, const lamina_array *a, u64 *words, bool *known) {
  i64 want[LAMINA_MOST_RANK];
  bool fits = a != NULL && a->element == x->element && a->rank == x->rank;
  for (i32 d = 0; d < x->rank; d++) {
    const lamina_size *s = &x->shape[d];
    want[d] = s->word < 0 ? s->constant : known[s->word] ? (i64)words[s->word] : -1;
  }
  for (i32 d = 0; d < x->rank && fits; d++) {
    const lamina_size *s = &x->shape[d];
    if (s->word >= 0 && !known[s->word]) {
      known[s->word] = true;
      words[s->word] = (u64)a->shape[d];
    }
    fits = a->shape[d] == (s->word < 0 ? s->constant : (i64)words[s->word]);
  }
  return fits ? LAMINA_SUCCESS : lamina_misfit(l, x, i, a, want);
}

// lamina_lend passes an array's block to a function, or a copy, which the call releases: if the
// function may overwrite what others hold, too, or counts references that borrowed memory has
// not.
static int lamina_lend(lamina_library *l, const lamina_signature *s, i32 i, const lamina_array *a, const u64 *words, block *copy, u64 *word) {
  const lamina_external *x = &s->externals[i];
  bool copies = a->borrowed ? LAMINA_COUNTS_LENT && x->counted : x->unique && lamina_is_shared(a->data);
  for (i32 k = 0; k < s->inputs && x->unique && !copies; k++) {
    copies = k != i && s->externals[k].rank > 0 && lamina_is_same((block)(uintptr_t)words[s->externals[k].word], a->data);
  }
  *word = (u64)(uintptr_t)a->data;
  if (!copies) return LAMINA_SUCCESS;
  i64 bytes = lamina_bytes(a->element, a->rank, a->shape);
  *copy = lamina_alloc(l->context->threads, bytes, 0, 0);
  if (*copy == NULL) return lamina_no_memory(l, a->element, a->rank, a->shape, bytes);
  if (lamina_move(l->context, *copy, a->data, 0, bytes)) return lamina_faulted(l);
  *word = (u64)(uintptr_t)*copy;
  return LAMINA_SUCCESS;
}

// lamina_inputs is the arguments of a call, taken apart.
typedef struct {
  const void *values[LAMINA_WORDS];    // the places of scalars, and arrays
  bool used[LAMINA_WORDS];             // false: only values of other constructors have this part
  lamina_array *fillers[LAMINA_WORDS]; // in the places of arrays that are not used
  block copies[LAMINA_WORDS];          // in the places of blocks
} lamina_inputs;

// lamina_fill puts an array of zeros, of the sizes that others determine, in the place of one that
// is not used.
static int lamina_fill(lamina_library *l, const lamina_external *x, const u64 *words, const bool *known, const lamina_array *a, lamina_array **filler) {
  i64 want[LAMINA_MOST_RANK];
  bool fits = true;
  for (i32 d = 0; d < x->rank; d++) {
    const lamina_size *s = &x->shape[d];
    want[d] = s->word < 0 ? s->constant : known[s->word] ? (i64)words[s->word] : a->shape[d];
    fits = fits && want[d] == a->shape[d];
  }
  if (fits) return LAMINA_SUCCESS;
  *filler = lamina_make(l, x->element, x->rank, want, NULL);
  if (*filler == NULL) return LAMINA_OUT_OF_MEMORY;
  return lamina_done(l, lamina_zero(l->context, (*filler)->data, lamina_bytes(x->element, x->rank, want)));
}

// lamina_put_words puts the arguments in words: first what is used, as that determines sizes.
static int lamina_put_words(lamina_library *l, const lamina_signature *s, lamina_inputs *in, u64 *words) {
  bool known[LAMINA_WORDS] = {false};
  int code = LAMINA_SUCCESS;
  for (i32 k = 0; k < 2 * s->inputs && code == LAMINA_SUCCESS; k++) {
    i32 i = k % s->inputs;
    const lamina_external *x = &s->externals[i];
    if (in->used[i] != (k < s->inputs)) continue;
    if (x->rank == 0) {
      memcpy(&words[x->word], in->values[i], (size_t)lamina_elements[x->element].size);
      known[x->word] = true;
      continue;
    }
    if (!in->used[i] && in->fillers[i] == NULL) code = lamina_fill(l, x, words, known, in->values[i], &in->fillers[i]);
    if (in->fillers[i] != NULL) in->values[i] = in->fillers[i];
    if (code == LAMINA_SUCCESS) code = lamina_fit(l, x, i, in->values[i], words, known);
    if (code == LAMINA_SUCCESS) words[x->word] = (u64)(uintptr_t)((const lamina_array *)in->values[i])->data;
  }
  for (i32 i = 0; i < s->inputs && code == LAMINA_SUCCESS; i++) {
    const lamina_external *x = &s->externals[i];
    if (x->rank > 0) code = lamina_lend(l, s, i, in->values[i], words, &in->copies[i], &words[x->word]);
  }
  return code;
}

// lamina_own makes a block that is a caller's memory one of the library's.
static int lamina_own(lamina_library *l, const lamina_external *x, const i64 *shape, block *b) {
  if (!lamina_is_lent(*b)) return LAMINA_SUCCESS;
  lamina_thread *t = l->context->threads;
  i64 bytes = lamina_bytes(x->element, x->rank, shape);
  block copy = lamina_alloc(t, bytes, 0, 0);
  if (copy == NULL) return lamina_no_memory(l, x->element, x->rank, shape, bytes);
  bool failed = lamina_move(l->context, copy, *b, 0, bytes);
  lamina_release(t, *b);
  *b = copy;
  return lamina_done(l, failed);
}

// lamina_outputs puts the results where they go: all of them, or none and an error.
static int lamina_outputs(lamina_library *l, const lamina_signature *s, void *const *outputs, const u64 *words) {
  const lamina_external *results = s->externals + s->inputs;
  int code = LAMINA_SUCCESS;
  for (i32 i = 0; i < s->outputs; i++) {
    const lamina_external *x = &results[i];
    if (x->rank == 0) {
      memcpy(outputs[i], &words[x->word], (size_t)lamina_elements[x->element].size);
      continue;
    }
    i64 shape[LAMINA_MOST_RANK];
    block b = (block)(uintptr_t)words[x->word];
    for (i32 d = 0; d < x->rank; d++) shape[d] = x->shape[d].word < 0 ? x->shape[d].constant : (i64)words[x->shape[d].word];
    if (code == LAMINA_SUCCESS) code = lamina_own(l, x, shape, &b);
    lamina_array *a = code == LAMINA_SUCCESS ? lamina_hold(l, x->element, x->rank, shape, b, false) : NULL;
    if (a == NULL) {
      if (code == LAMINA_SUCCESS) code = LAMINA_OUT_OF_MEMORY;
      lamina_release(l->context->threads, b);
    }
    *(lamina_array **)outputs[i] = a;
  }
  for (i32 i = 0; i < s->outputs && code != LAMINA_SUCCESS; i++) {
    lamina_array **a = outputs[i];
    if (results[i].rank == 0) continue;
    if (*a != NULL) lamina_drop(l, *a);
    *a = NULL;
  }
  return code;
}

// lamina_spread_inputs takes the arguments apart.
static int lamina_spread_inputs(lamina_library *l, const lamina_signature *s, const void *const *arguments, lamina_inputs *in) {
  for (i32 i = 0, at = 0; i < s->arguments; i++) {
    const lamina_type *t = s->types[i];
    const lamina_object *o = arguments[i];
    if (!t->opaque) {
      in->used[at] = true;
      in->values[at++] = arguments[i];
      continue;
    }
    int code = lamina_is(l, t, o);
    if (code != LAMINA_SUCCESS) return code;
    i32 all[LAMINA_WORDS];
    for (i32 k = 0; k < t->count; k++) {
      all[k] = k;
      in->values[at + k] = t->leaves[k].rank == 0 ? (const void *)&o->parts[k] : o->parts[k].array;
    }
    lamina_mark(t, all, o, in->used + at);
    at += t->count;
  }
  return LAMINA_SUCCESS;
}

// lamina_spread_outputs makes the opaque results, as yet without arrays, and notes where the parts
// of all results go.
static int lamina_spread_outputs(lamina_library *l, const lamina_signature *s, void *const *results, void **outputs, lamina_object **objects) {
  for (i32 i = 0; i < s->results; i++) {
    const lamina_type *t = s->types[s->arguments + i];
    if (!t->opaque) {
      *outputs++ = results[i];
      continue;
    }
    objects[i] = lamina_empty(l, t);
    if (objects[i] == NULL) return LAMINA_OUT_OF_MEMORY;
    for (i32 k = 0; k < t->count; k++) *outputs++ = &objects[i]->parts[k];
  }
  return LAMINA_SUCCESS;
}

// lamina_overwritten tells whether a call may have overwritten an argument: it got no copy.
static bool lamina_overwritten(const lamina_signature *s, const lamina_inputs *in) {
  for (i32 i = 0; i < s->inputs; i++) {
    if (s->externals[i].unique && s->externals[i].rank > 0 && in->copies[i] == NULL) return true;
  }
  return false;
}

// lamina_run runs an entry point on words, and once more if other versions of it may do better.
static int lamina_run(lamina_library *l, const lamina_signature *s, lamina_inputs *in, void *const *outputs) {
  lamina_thread *t = l->context->threads;
  const lamina_entry *e = &lamina_entries[s->entry];
  int code = LAMINA_SUCCESS;
  lamina_begin(t);
  for (bool again = true; again;) {
    u64 words[LAMINA_WORDS] = {0};
    again = false;
    code = lamina_put_words(l, s, in, words);
    bool ran = code == LAMINA_SUCCESS && !e->run(t, words, words + e->parameters);
    if (ran && !lamina_settle(t)) {
      code = lamina_outputs(l, s, outputs, words);
    } else if (code == LAMINA_SUCCESS) {
      const lamina_external *results = s->externals + s->inputs;
      for (i32 i = 0; i < s->outputs && ran; i++) {
        if (results[i].rank > 0) lamina_release(t, (block)(uintptr_t)words[results[i].word]);
      }
      again = !lamina_overwritten(s, in) && lamina_again(t);
      if (!again) code = lamina_failed(l);
    }
    for (i32 i = 0; i < s->inputs; i++) {
      lamina_release(t, in->copies[i]);
      in->copies[i] = NULL;
    }
  }
  for (i32 i = 0; i < s->inputs; i++) {
    if (in->fillers[i] != NULL) lamina_drop(l, in->fillers[i]);
  }
  return code;
}

// lamina_call_entry calls an entry point. Arguments point to scalars, or are arrays and objects;
// results point to where values go. After an error there are no results.
static int lamina_call_entry(lamina_library *l, const lamina_signature *s, const void *const *arguments, void *const *results) {
  lamina_inputs inputs = {0};
  void *outputs[LAMINA_WORDS];
  lamina_object *objects[LAMINA_RESULTS] = {NULL};
  lamina_lock(l);
  i64 start = l->logging ? lamina_now() : 0;
  int code = lamina_spread_inputs(l, s, arguments, &inputs);
  if (code == LAMINA_SUCCESS) code = lamina_spread_outputs(l, s, results, outputs, objects);
  if (code == LAMINA_SUCCESS) code = lamina_run(l, s, &inputs, outputs);
  for (i32 i = 0; i < s->results; i++) {
    const lamina_type *t = s->types[s->arguments + i];
    if (code == LAMINA_SUCCESS && t->opaque) {
      *(lamina_object **)results[i] = objects[i];
    } else if (code != LAMINA_SUCCESS) {
      lamina_discard(l, objects[i]);
      if (t->opaque || t->leaves[0].rank > 0) *(void **)results[i] = NULL;
    }
  }
  lamina_tidy(l, false);
  if (l->logging) fprintf(l->log, "%s: code %d after %lld ns\n", s->name, code, (long long)(lamina_now() - start));
  lamina_unlock(l);
  return code;
}
