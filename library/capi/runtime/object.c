// Opaque values: records, sums, and arrays of these, as the scalars and arrays that they are made
// of, their parts.

typedef struct lamina_type lamina_type;

typedef struct {
  i32 element, rank;
} lamina_leaf;

// lamina_member is a field of a record, or a value that a constructor is applied to.
typedef struct {
  const char *name;
  const lamina_type *type;
  const i32 *slots; // its parts, among those of the whole
} lamina_member;

// lamina_constructor is a constructor of a sum. The fields of other types are those of one.
typedef struct {
  const char *name;
  i32 count;
  const lamina_member *members;
} lamina_constructor;

// lamina_type is a type of the interface; one of those that are not opaque has one leaf.
struct lamina_type {
  const char *name;
  bool opaque, sum;
  i32 rank; // of an opaque array
  const lamina_type *element; // of an array; NULL if callers cannot have it by itself
  i32 count;
  const lamina_leaf *leaves;
  i32 constructors;
  const lamina_constructor *constructor;
};

typedef struct lamina_object lamina_object;

typedef union {
  u64 bits; // of a scalar
  lamina_array *array;
  lamina_object *object; // not within objects
} lamina_part;

struct lamina_object {
  const lamina_type *type;
  lamina_part parts[];
};

// lamina_empty makes an object without arrays, whose scalars are zero.
static lamina_object *lamina_empty(lamina_library *l, const lamina_type *t) {
  lamina_object *o = calloc(1, sizeof *o + (size_t)t->count * sizeof *o->parts);
  if (o == NULL) {
    lamina_text text = {0};
    lamina_say(&text, "out of memory: no room for a value of type %s", t->name);
    (void)lamina_error(l, LAMINA_OUT_OF_MEMORY, &text);
  } else {
    o->type = t;
  }
  return o;
}

static void lamina_discard(lamina_library *l, lamina_object *o) {
  if (o == NULL) return;
  for (i32 i = 0; i < o->type->count; i++) {
    if (o->type->leaves[i].rank > 0 && o->parts[i].array != NULL) lamina_drop(l, o->parts[i].array);
  }
  free(o);
}

static int lamina_object_free(lamina_library *l, lamina_object *o) {
  lamina_lock(l);
  lamina_discard(l, o);
  lamina_unlock(l);
  return LAMINA_SUCCESS;
}

// lamina_is checks that a value of an opaque type is there.
static int lamina_is(lamina_library *l, const lamina_type *t, const lamina_object *o) {
  if (o != NULL && o->type == t) return LAMINA_SUCCESS;
  lamina_text text = {0};
  lamina_say(&text, "expected a value of type %s, but got %s%s", t->name, o == NULL ? "NULL" : "one of type ", o == NULL ? "" : o->type->name);
  return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
}

// lamina_is_array checks that an array is there that fits a leaf.
static int lamina_is_array(lamina_library *l, const lamina_leaf *leaf, const lamina_array *a) {
  if (a != NULL && a->element == leaf->element && a->rank == leaf->rank) return LAMINA_SUCCESS;
  lamina_text text = {0};
  lamina_say(&text, "expected a value of type ");
  lamina_say_type(&text, leaf->element, leaf->rank, NULL);
  if (a == NULL) {
    lamina_say(&text, ", but got NULL");
  } else {
    lamina_say(&text, ", but got one of type ");
    lamina_say_type(&text, a->element, a->rank, a->shape);
  }
  return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
}

// lamina_part_of copies the array that an index of the first dimensions leaves of an array.
static lamina_array *lamina_part_of(lamina_library *l, const lamina_array *a, i32 rank, i64 at) {
  i64 bytes = lamina_bytes(a->element, a->rank - rank, a->shape + rank);
  lamina_array *out = lamina_make(l, a->element, a->rank - rank, a->shape + rank, NULL);
  if (out == NULL || !lamina_move(l->context, out->data, a->data, at * bytes, bytes)) return out;
  lamina_drop(l, out);
  (void)lamina_faulted(l);
  return NULL;
}

// lamina_clone makes another array of the same elements.
static lamina_array *lamina_clone(lamina_library *l, const lamina_array *a) {
  if (a->borrowed) return lamina_part_of(l, a, 0, 0);
  lamina_array *copy = lamina_hold(l, a->element, a->rank, a->shape, a->data, false);
  if (copy != NULL) lamina_retain(a->data);
  return copy;
}

// lamina_put sets a member of an object. The value points to a scalar, or is an array or object.
static int lamina_put(lamina_library *l, lamina_object *o, const lamina_member *m, const void *value) {
  const lamina_type *t = m->type;
  const lamina_object *from = value;
  int code = t->opaque ? lamina_is(l, t, from) : LAMINA_SUCCESS;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS; i++) {
    lamina_part *part = &o->parts[m->slots[i]];
    const lamina_leaf *leaf = &t->leaves[i];
    if (leaf->rank == 0) {
      memcpy(part, t->opaque ? &from->parts[i] : value, (size_t)lamina_elements[leaf->element].size);
      continue;
    }
    const lamina_array *a = t->opaque ? from->parts[i].array : value;
    code = lamina_is_array(l, leaf, a);
    if (code != LAMINA_SUCCESS) break;
    if (part->array != NULL) lamina_drop(l, part->array);
    part->array = lamina_clone(l, a);
    if (part->array == NULL) code = LAMINA_OUT_OF_MEMORY;
  }
  return code;
}

// lamina_get copies a member of an object to where its value goes.
static int lamina_get(lamina_library *l, const lamina_object *o, const lamina_member *m, void *to) {
  const lamina_type *t = m->type;
  if (!t->opaque) {
    const lamina_part *part = &o->parts[m->slots[0]];
    if (t->leaves[0].rank == 0) {
      memcpy(to, part, (size_t)lamina_elements[t->leaves[0].element].size);
      return LAMINA_SUCCESS;
    }
    lamina_array *a = lamina_clone(l, part->array);
    *(lamina_array **)to = a;
    return a == NULL ? LAMINA_OUT_OF_MEMORY : LAMINA_SUCCESS;
  }
  lamina_object *out = lamina_empty(l, t);
  int code = out == NULL ? LAMINA_OUT_OF_MEMORY : LAMINA_SUCCESS;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS; i++) {
    const lamina_part *part = &o->parts[m->slots[i]];
    if (t->leaves[i].rank == 0) {
      out->parts[i].bits = part->bits;
    } else if ((out->parts[i].array = lamina_clone(l, part->array)) == NULL) {
      code = LAMINA_OUT_OF_MEMORY;
    }
  }
  if (code != LAMINA_SUCCESS) {
    lamina_discard(l, out);
    out = NULL;
  }
  *(lamina_object **)to = out;
  return code;
}

// lamina_same_shape checks that the parts of an opaque array agree in its dimensions.
static int lamina_same_shape(lamina_library *l, const lamina_object *o) {
  const lamina_type *t = o->type;
  for (i32 i = 1; i < t->count && t->rank > 0; i++) {
    const lamina_array *first = o->parts[0].array, *a = o->parts[i].array;
    if (memcmp(first->shape, a->shape, (size_t)t->rank * sizeof *a->shape) == 0) continue;
    lamina_text text = {0};
    lamina_say(&text, "the parts of an array of type %s differ in their sizes: ", t->name);
    lamina_say_type(&text, first->element, first->rank, first->shape);
    lamina_say(&text, " and ");
    lamina_say_type(&text, a->element, a->rank, a->shape);
    return lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  }
  return LAMINA_SUCCESS;
}

// lamina_build makes an object: of a constructor, if that is not negative, else of all members.
static int lamina_build(lamina_library *l, const lamina_type *t, i32 constructor, const void *const *values, lamina_object **out) {
  lamina_lock(l);
  lamina_object *o = lamina_empty(l, t);
  int code = o == NULL ? LAMINA_OUT_OF_MEMORY : LAMINA_SUCCESS;
  const lamina_constructor *c = &t->constructor[constructor < 0 ? 0 : constructor];
  for (i32 i = 0; i < c->count && code == LAMINA_SUCCESS; i++) code = lamina_put(l, o, &c->members[i], values[i]);
  if (code == LAMINA_SUCCESS && constructor >= 0) o->parts[0].bits = (u64)constructor;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS; i++) {
    static const i64 zeros[LAMINA_MOST_RANK];
    if (t->leaves[i].rank == 0 || o->parts[i].array != NULL) continue;
    o->parts[i].array = lamina_make(l, t->leaves[i].element, t->leaves[i].rank, zeros, NULL);
    if (o->parts[i].array == NULL) code = LAMINA_OUT_OF_MEMORY;
  }
  if (code == LAMINA_SUCCESS) code = lamina_same_shape(l, o);
  if (code != LAMINA_SUCCESS) {
    lamina_discard(l, o);
    o = NULL;
  }
  *out = o;
  lamina_unlock(l);
  return code;
}

static int lamina_project(lamina_library *l, const lamina_type *t, i32 member, const lamina_object *o, void *out) {
  lamina_lock(l);
  int code = lamina_is(l, t, o);
  if (code == LAMINA_SUCCESS) code = lamina_get(l, o, &t->constructor->members[member], out);
  lamina_unlock(l);
  return code;
}

static int lamina_variant(lamina_library *l, const lamina_object *o) {
  if (o != NULL) return (int)o->parts[0].bits;
  lamina_lock(l);
  lamina_text text = {0};
  lamina_say(&text, "NULL has no variant");
  (void)lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  lamina_unlock(l);
  return -1;
}

// lamina_destruct gets the values that a constructor was applied to: all, or none and an error.
static int lamina_destruct(lamina_library *l, const lamina_type *t, i32 constructor, const lamina_object *o, void *const *to) {
  lamina_lock(l);
  int code = lamina_is(l, t, o);
  if (code == LAMINA_SUCCESS && o->parts[0].bits != (u64)constructor) {
    lamina_text text = {0};
    lamina_say(&text, "a value of type %s is #%s, not #%s", t->name, t->constructor[o->parts[0].bits].name, t->constructor[constructor].name);
    code = lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
  }
  const lamina_constructor *c = &t->constructor[constructor];
  i32 done = 0;
  while (done < c->count && code == LAMINA_SUCCESS) {
    code = lamina_get(l, o, &c->members[done], to[done]);
    if (code == LAMINA_SUCCESS) done++;
  }
  for (i32 i = 0; i < done && code != LAMINA_SUCCESS; i++) {
    if (c->members[i].type->opaque) {
      lamina_discard(l, *(lamina_object **)to[i]);
    } else if (c->members[i].type->leaves[0].rank > 0) {
      lamina_drop(l, *(lamina_array **)to[i]);
    }
  }
  lamina_unlock(l);
  return code;
}

// lamina_mark marks the parts of an object that its value has. Those of other constructors than a
// sum's own are left out. Slots tell which parts of the object are the type's.
static void lamina_mark(const lamina_type *t, const i32 *slots, const lamina_object *o, bool *used) {
  if (!t->opaque || t->rank > 0) {
    for (i32 i = 0; i < t->count; i++) used[slots[i]] = true;
    return;
  }
  const lamina_constructor *c = t->constructor;
  if (t->sum) {
    used[slots[0]] = true;
    c = &t->constructor[o->parts[slots[0]].bits];
  }
  for (i32 m = 0; m < c->count; m++) {
    i32 within[LAMINA_WORDS];
    for (i32 i = 0; i < c->members[m].type->count; i++) within[i] = slots[c->members[m].slots[i]];
    lamina_mark(c->members[m].type, within, o, used);
  }
}

// lamina_object_is tells whether a value is there and of a type, and notes the error if not.
static bool lamina_object_is(lamina_library *l, const lamina_type *t, const lamina_object *o) {
  lamina_lock(l);
  int code = lamina_is(l, t, o);
  lamina_unlock(l);
  return code == LAMINA_SUCCESS;
}

static const i64 *lamina_object_shape(const lamina_object *o) { return o->type->count == 0 ? NULL : o->parts[0].array->shape; }

static int lamina_object_index(lamina_library *l, const lamina_type *t, const lamina_type *element, const lamina_object *o, const i64 *index, lamina_object **out) {
  lamina_object *result = NULL;
  lamina_lock(l);
  int code = lamina_is(l, t, o);
  i64 at = 0;
  for (i32 d = 0; d < t->rank && code == LAMINA_SUCCESS && t->count > 0; d++) {
    i64 size = o->parts[0].array->shape[d];
    if (index[d] < 0 || index[d] >= size) {
      lamina_text text = {0};
      lamina_say(&text, "index %lld is out of bounds for dimension %d, of size %lld, of an array of type %s", (long long)index[d], d, (long long)size, t->name);
      code = lamina_error(l, LAMINA_BAD_ARGUMENT, &text);
    }
    at = at * size + index[d];
  }
  if (code == LAMINA_SUCCESS && (result = lamina_empty(l, element)) == NULL) code = LAMINA_OUT_OF_MEMORY;
  for (i32 i = 0; i < t->count && code == LAMINA_SUCCESS; i++) {
    const lamina_array *a = o->parts[i].array;
    i64 size = lamina_elements[a->element].size;
    if (element->leaves[i].rank == 0) {
      code = lamina_done(l, lamina_read(l->context, &result->parts[i], a->data, at * size, size));
    } else if ((result->parts[i].array = lamina_part_of(l, a, t->rank, at)) == NULL) {
      code = LAMINA_OUT_OF_MEMORY;
    }
  }
  if (code != LAMINA_SUCCESS) {
    lamina_discard(l, result);
    result = NULL;
  }
  *out = result;
  lamina_unlock(l);
  return code;
}
