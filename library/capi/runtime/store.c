// Opaque values as bytes: their parts in Futhark's binary format, one after the other. A part is
// 'b', the version 2, the rank, the element type in four characters, the sizes and the elements.

#define LAMINA_STORED_HEAD 7

static void lamina_stored_head(u8 *to, i32 element, i32 rank) {
  const char *name = lamina_elements[element].name;
  size_t length = strlen(name);
  memset(to, ' ', LAMINA_STORED_HEAD);
  to[0] = 'b';
  to[1] = 2;
  to[2] = (u8)rank;
  memcpy(to + LAMINA_STORED_HEAD - length, name, length);
}

// lamina_are_values tells whether stored elements are values of their type: for C, a bool of
// another byte than 0 and 1 is undefined.
static bool lamina_are_values(i32 element, const u8 *stored, i64 bytes) {
  if (element != LAMINA_BOOL) return true;
  for (i64 i = 0; i < bytes; i++) {
    if (stored[i] > 1) return false;
  }
  return true;
}

static int lamina_store(lamina_library *l, const lamina_type *t, const lamina_object *o, void **p, size_t *n) {
  lamina_lock(l);
  int code = lamina_is(l, t, o);
  size_t bytes = 0;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS; i++) {
    const lamina_leaf *leaf = &t->leaves[i];
    bytes += LAMINA_STORED_HEAD + 8 * (size_t)leaf->rank;
    bytes += (size_t)(leaf->rank == 0 ? lamina_elements[leaf->element].size : lamina_bytes(leaf->element, leaf->rank, o->parts[i].array->shape));
  }
  if (code == LAMINA_SUCCESS) *n = bytes;
  if (code == LAMINA_SUCCESS && p != NULL && *p == NULL && (*p = malloc(bytes == 0 ? 1 : bytes)) == NULL) {
    lamina_text text = {0};
    lamina_say(&text, "out of memory: no room for the %zu bytes of a value of type %s", bytes, t->name);
    code = lamina_error(l, LAMINA_OUT_OF_MEMORY, &text);
  }
  u8 *to = p == NULL ? NULL : *p;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS && to != NULL; i++) {
    const lamina_leaf *leaf = &t->leaves[i];
    lamina_stored_head(to, leaf->element, leaf->rank);
    to += LAMINA_STORED_HEAD;
    size_t size = (size_t)lamina_elements[leaf->element].size;
    if (leaf->rank == 0) {
      memcpy(to, &o->parts[i], size);
    } else {
      const lamina_array *a = o->parts[i].array;
      memcpy(to, a->shape, 8 * (size_t)leaf->rank);
      to += 8 * leaf->rank;
      size = (size_t)lamina_bytes(leaf->element, leaf->rank, a->shape);
      code = lamina_done(l, lamina_read(l->context, to, a->data, 0, (i64)size));
    }
    to += size;
  }
  lamina_unlock(l);
  return code;
}

// lamina_restore_part reads a part, and returns what follows it; NULL if it is not as it must be.
static const u8 *lamina_restore_part(lamina_library *l, const lamina_leaf *leaf, const u8 *from, lamina_part *part) {
  u8 head[LAMINA_STORED_HEAD];
  lamina_stored_head(head, leaf->element, leaf->rank);
  if (memcmp(head, from, sizeof head) != 0) return NULL;
  from += sizeof head;
  size_t size = (size_t)lamina_elements[leaf->element].size;
  if (leaf->rank == 0) {
    if (!lamina_are_values(leaf->element, from, (i64)size)) return NULL;
    memcpy(part, from, size);
    return from + size;
  }
  i64 shape[LAMINA_MOST_RANK];
  memcpy(shape, from, 8 * (size_t)leaf->rank);
  from += 8 * leaf->rank;
  part->array = lamina_make(l, leaf->element, leaf->rank, shape, from);
  if (part->array == NULL) return NULL;
  i64 bytes = lamina_bytes(leaf->element, leaf->rank, shape);
  return lamina_are_values(leaf->element, from, bytes) ? from + bytes : NULL;
}

static lamina_object *lamina_restore(lamina_library *l, const lamina_type *t, const void *p) {
  lamina_lock(l);
  lamina_object *o = lamina_empty(l, t);
  const u8 *from = p;
  for (i32 i = 0; i < t->count && o != NULL; i++) {
    if (from != NULL) from = lamina_restore_part(l, &t->leaves[i], from, &o->parts[i]);
    if (from != NULL && !(t->sum && i == 0 && o->parts[0].bits >= (u64)t->constructors)) continue;
    lamina_discard(l, o);
    o = NULL;
    lamina_text text = {0};
    lamina_say(&text, "the bytes hold no value of type %s, or there is no room for it", t->name);
    (void)lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  }
  if (o != NULL && lamina_same_shape(l, o) != LAMINA_SUCCESS) {
    lamina_discard(l, o);
    o = NULL;
  }
  lamina_unlock(l);
  return o;
}
