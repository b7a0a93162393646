// Arrays, as callers hold them.

#define LAMINA_MOST_RANK 64

// lamina_array is a row-major array in a block, of which it holds a reference, or in memory of
// the caller's.
typedef struct {
  block data;
  i32 element, rank;
  bool borrowed;
  i64 shape[];
} lamina_array;

// lamina_bytes is the size of an array; -1 if a dimension is negative or it is too large.
static i64 lamina_bytes(i32 element, i32 rank, const i64 *shape) {
  i64 bytes = lamina_elements[element].size;
  bool empty = false;
  for (i32 d = 0; d < rank; d++) {
    if (shape[d] < 0) return -1;
    empty = empty || shape[d] == 0;
  }
  if (empty) return 0;
  for (i32 d = 0; d < rank; d++) {
    if (__builtin_mul_overflow(bytes, shape[d], &bytes)) return -1;
  }
  return bytes;
}

static int lamina_no_memory(lamina_library *l, i32 element, i32 rank, const i64 *shape, i64 bytes) {
  lamina_text text = {.start = lamina_tell_fault(l->context)}, what = {0};
  if (text.start != NULL) return lamina_error(l, LAMINA_PROGRAM_ERROR, &text);
  lamina_say(&what, "an array of type ");
  lamina_say_type(&what, element, rank, shape);
  lamina_say_no_room(&text, what.start == NULL ? "an array" : what.start, bytes, l->context->limit);
  free(what.start);
  return lamina_error(l, LAMINA_OUT_OF_MEMORY, &text);
}

// lamina_hold makes an array of a block, whose reference it takes over, or of borrowed memory.
static lamina_array *lamina_hold(lamina_library *l, i32 element, i32 rank, const i64 *shape, block data, bool borrowed) {
  lamina_array *a = malloc(sizeof *a + (size_t)rank * sizeof *shape);
  if (a == NULL) {
    (void)lamina_no_memory(l, element, rank, shape, (i64)sizeof *a);
    return NULL;
  }
  a->data = data;
  a->element = element;
  a->rank = rank;
  a->borrowed = borrowed;
  if (rank > 0) memcpy(a->shape, shape, (size_t)rank * sizeof *shape);
  if (!borrowed) l->blocks++;
  return a;
}

// lamina_make makes an array, of elements that are copied unless data is NULL.
static lamina_array *lamina_make(lamina_library *l, i32 element, i32 rank, const i64 *shape, const void *data) {
  i64 bytes = lamina_bytes(element, rank, shape);
  if (bytes < 0) {
    lamina_text text = {0};
    lamina_say(&text, "a new array cannot have the shape ");
    for (i32 d = 0; d < rank; d++) lamina_say(&text, "[%lld]", (long long)shape[d]);
    (void)lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
    return NULL;
  }
  block b = lamina_alloc(l->context->threads, bytes, 0, 0);
  if (b == NULL) {
    (void)lamina_no_memory(l, element, rank, shape, bytes);
    return NULL;
  }
  lamina_array *a = NULL;
  if (data != NULL && lamina_write(l->context, b, 0, data, bytes)) {
    (void)lamina_faulted(l);
  } else {
    a = lamina_hold(l, element, rank, shape, b, false);
  }
  if (a == NULL) lamina_release(l->context->threads, b);
  return a;
}

static lamina_array *lamina_array_new(lamina_library *l, i32 element, i32 rank, const i64 *shape, const void *data) {
  lamina_lock(l);
  lamina_array *a = NULL;
  if (data == NULL && lamina_bytes(element, rank, shape) > 0) {
    lamina_text text = {0};
    lamina_say(&text, "a new array of type ");
    lamina_say_type(&text, element, rank, shape);
    lamina_say(&text, " gets no elements: the pointer to them is NULL");
    (void)lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  } else {
    a = lamina_make(l, element, rank, shape, data);
  }
  lamina_unlock(l);
  return a;
}

static lamina_array *lamina_array_new_raw(lamina_library *l, i32 element, i32 rank, const i64 *shape, lamina_raw data) {
  lamina_lock(l);
  i64 bytes = lamina_bytes(element, rank, shape);
  lamina_array *a = NULL;
  block b = NULL;
  if (bytes < 0 || lamina_borrow(l->context, data, bytes, &b)) {
    lamina_text text = {0};
    lamina_say(&text, "a raw array of type ");
    lamina_say_type(&text, element, rank, shape);
    lamina_say(&text, " cannot be at %p", (void *)(uintptr_t)data);
    (void)lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  } else {
    a = lamina_hold(l, element, rank, shape, b, true);
    if (a == NULL) lamina_return_borrowed(l->context, b);
  }
  lamina_unlock(l);
  return a;
}

static void lamina_drop(lamina_library *l, lamina_array *a) {
  if (a->borrowed) {
    lamina_return_borrowed(l->context, a->data);
  } else {
    lamina_release(l->context->threads, a->data);
    l->blocks--;
  }
  free(a);
}

static int lamina_array_free(lamina_library *l, lamina_array *a) {
  if (a == NULL) return LAMINA_SUCCESS;
  lamina_lock(l);
  lamina_drop(l, a);
  lamina_unlock(l);
  return LAMINA_SUCCESS;
}

// lamina_is_null notes the error that an array is NULL.
static int lamina_is_null(lamina_library *l, const char *function) {
  lamina_text text = {0};
  lamina_say(&text, "%s: the array is NULL", function);
  return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
}

// lamina_array_is tells whether an array is there, and notes the error if it is NULL.
static bool lamina_array_is(lamina_library *l, const lamina_array *a, const char *function) {
  if (a != NULL) return true;
  lamina_lock(l);
  (void)lamina_is_null(l, function);
  lamina_unlock(l);
  return false;
}

static int lamina_array_values(lamina_library *l, const lamina_array *a, void *to, const char *function) {
  int code = LAMINA_SUCCESS;
  lamina_lock(l);
  if (a == NULL) {
    code = lamina_is_null(l, function);
  } else {
    i64 bytes = lamina_bytes(a->element, a->rank, a->shape);
    code = lamina_done(l, lamina_read(l->context, to, a->data, 0, bytes));
  }
  lamina_unlock(l);
  return code;
}

static int lamina_array_index(lamina_library *l, const lamina_array *a, void *to, const i64 *index, const char *function) {
  int code = LAMINA_SUCCESS;
  lamina_lock(l);
  if (a == NULL) {
    code = lamina_is_null(l, function);
  } else {
    i64 at = 0;
    for (i32 d = 0; d < a->rank; d++) {
      if (index[d] < 0 || index[d] >= a->shape[d]) code = LAMINA_BAD_ARGUMENT;
      at = code == LAMINA_SUCCESS ? at * a->shape[d] + index[d] : 0;
    }
    i64 size = lamina_elements[a->element].size;
    if (code == LAMINA_SUCCESS) {
      code = lamina_done(l, lamina_read(l->context, to, a->data, at * size, size));
    } else {
      lamina_text text = {0};
      lamina_say(&text, "%s: the index ", function);
      for (i32 d = 0; d < a->rank; d++) lamina_say(&text, "[%lld]", (long long)index[d]);
      lamina_say(&text, " is out of bounds for an array of type ");
      lamina_say_type(&text, a->element, a->rank, a->shape);
      (void)lamina_error(l, code, &text);
    }
  }
  lamina_unlock(l);
  return code;
}
