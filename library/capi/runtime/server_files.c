// Values in files: store writes them in the binary format, one after the other; restore reads
// them in that format or as text.

#define LAMINA_FILE_PART ((i64)1 << 16)

// lamina_check_values fails at elements that are no values of their type.
static bool lamina_check_values(lamina_server *s, i32 element, const u8 *stored, i64 bytes) {
  if (lamina_are_values(element, stored, bytes)) return true;
  lamina_fail_command(s, "a bool is a byte 0 or 1, and the file holds another");
  return false;
}

// lamina_read_elements reads an array's elements. It returns false if the file has fewer.
static bool lamina_read_elements(lamina_server *s, FILE *f, lamina_array *a, i64 bytes) {
  u8 part[LAMINA_FILE_PART];
  for (i64 at = 0; at < bytes; at += LAMINA_FILE_PART) {
    i64 n = bytes - at < LAMINA_FILE_PART ? bytes - at : LAMINA_FILE_PART;
    if (fread(part, 1, (size_t)n, f) != (size_t)n) {
      lamina_fail_command(s, "the file ends within a value");
      return false;
    }
    if (!lamina_check_values(s, a->element, part, n)) return false;
    lamina_lock(s->library);
    int code = lamina_done(s->library, lamina_write(s->library->context, a->data, at, part, n));
    lamina_unlock(s->library);
    if (!lamina_check(s, code)) return false;
  }
  return true;
}

// lamina_read_leaf reads a scalar or array. It returns false at anything else.
static bool lamina_read_leaf(lamina_server *s, FILE *f, const lamina_leaf *leaf, lamina_part *to) {
  u8 want[LAMINA_STORED_HEAD], head[LAMINA_STORED_HEAD];
  if (lamina_peek(f) != 'b') return lamina_read_text(s, f, leaf, to);
  lamina_stored_head(want, leaf->element, leaf->rank);
  if (fread(head, 1, sizeof head, f) != sizeof head) {
    lamina_fail_command(s, "the file ends before the value of type %s", lamina_elements[leaf->element].name);
    return false;
  }
  if (memcmp(want, head, sizeof head) != 0) {
    if (head[1] != 2) {
      lamina_fail_command(s, "the file has a value in the binary format of another version than 2");
    } else {
      lamina_fail_command(s, "expected a value of rank %d and type %s, but got one of rank %d and type %.4s", leaf->rank, lamina_elements[leaf->element].name, head[2], (const char *)head + 3);
    }
    return false;
  }
  size_t size = (size_t)lamina_elements[leaf->element].size;
  if (leaf->rank > 0) {
    i64 shape[LAMINA_MOST_RANK] = {0};
    if (fread(shape, 8, (size_t)leaf->rank, f) != (size_t)leaf->rank) shape[0] = -1;
    lamina_lock(s->library);
    to->array = lamina_make(s->library, leaf->element, leaf->rank, shape, NULL);
    lamina_unlock(s->library);
    if (to->array == NULL) return lamina_check(s, LAMINA_BAD_ARGUMENT);
    return lamina_read_elements(s, f, to->array, lamina_bytes(leaf->element, leaf->rank, shape));
  }
  if (fread(to, 1, size, f) == size) return lamina_check_values(s, leaf->element, (const u8 *)to, (i64)size);
  lamina_fail_command(s, "the file ends within a value");
  return false;
}

static void lamina_read_value(lamina_server *s, FILE *f, const char *name, const lamina_type *t) {
  lamina_variable *v = lamina_new_variable(s, name, t);
  if (v == NULL) return;
  bool good = true;
  if (t->opaque) {
    v->value.object = lamina_empty(s->library, t);
    good = v->value.object != NULL || lamina_check(s, LAMINA_OUT_OF_MEMORY);
    for (i32 i = 0; i < t->count && good; i++) good = lamina_read_leaf(s, f, &t->leaves[i], &v->value.object->parts[i]);
    if (good && t->sum && v->value.object->parts[0].bits >= (u64)t->constructors) {
      lamina_fail_command(s, "the file holds no value of type %s", t->name);
      good = false;
    }
    if (good) good = lamina_check(s, lamina_same_shape(s->library, v->value.object));
  } else {
    good = lamina_read_leaf(s, f, &t->leaves[0], &v->value);
  }
  if (!good) lamina_delete(s, v);
}

// lamina_write_leaf writes a scalar or array. What cannot be read is the library's error.
static int lamina_write_leaf(lamina_server *s, FILE *f, const lamina_leaf *leaf, const lamina_part *part) {
  u8 head[LAMINA_STORED_HEAD];
  lamina_stored_head(head, leaf->element, leaf->rank);
  fwrite(head, 1, sizeof head, f);
  if (leaf->rank == 0) {
    fwrite(part, 1, (size_t)lamina_elements[leaf->element].size, f);
    return LAMINA_SUCCESS;
  }
  const lamina_array *a = part->array;
  fwrite(a->shape, 8, (size_t)leaf->rank, f);
  i64 bytes = lamina_bytes(leaf->element, leaf->rank, a->shape);
  int code = LAMINA_SUCCESS;
  u8 elements[LAMINA_FILE_PART];
  for (i64 at = 0; at < bytes && code == LAMINA_SUCCESS; at += LAMINA_FILE_PART) {
    i64 n = bytes - at < LAMINA_FILE_PART ? bytes - at : LAMINA_FILE_PART;
    lamina_lock(s->library);
    code = lamina_done(s->library, lamina_read(s->library->context, elements, a->data, at, n));
    lamina_unlock(s->library);
    if (code == LAMINA_SUCCESS) fwrite(elements, 1, (size_t)n, f);
  }
  return code;
}

static void lamina_write_value(lamina_server *s, FILE *f, const lamina_variable *v) {
  const lamina_part *parts = v->type->opaque ? v->value.object->parts : &v->value;
  for (i32 i = 0; i < v->type->count; i++) {
    if (!lamina_check(s, lamina_write_leaf(s, f, &v->type->leaves[i], &parts[i]))) return;
  }
}
