// The commands. Each gets its words, without its own name.

typedef struct {
  const char *name;
  int least; // words
  void (*run)(lamina_server *s, int count, char **words);
} lamina_command;

static void lamina_call_command(lamina_server *s, int count, char **words) {
  const lamina_signature *e = lamina_entry_named(s, words[0]);
  if (e == NULL) return;
  if (count - 1 != e->arguments + e->results) {
    lamina_fail_command(s, "Entry point %s takes names for %d results and %d arguments, not %d names", e->name, e->results, e->arguments, count - 1);
    return;
  }
  const void *arguments[LAMINA_ARGUMENTS];
  void *results[LAMINA_RESULTS];
  char **outputs = words + 1, **inputs = outputs + e->results;
  for (i32 i = 0; i < e->arguments; i++) {
    lamina_variable *v = lamina_typed(s, inputs[i], e->types[i]);
    if (v == NULL) return;
    arguments[i] = lamina_place(v);
  }
  i32 made = 0;
  while (made < e->results) {
    lamina_variable *v = lamina_new_variable(s, outputs[made], e->types[e->arguments + made]);
    if (v == NULL) break;
    results[made++] = &v->value;
  }
  i64 start = lamina_now();
  int code = made < e->results ? LAMINA_SUCCESS : lamina_calls[e - lamina_signatures](s->library, arguments, results);
  if (!s->failed && lamina_check(s, code)) {
    printf("runtime: %lld\n", (long long)(lamina_now() - start) / 1000);
    return;
  }
  while (made > 0) lamina_delete(s, lamina_find(s, outputs[--made]));
}

static void lamina_restore_command(lamina_server *s, int count, char **words) {
  if (count % 2 == 0) {
    lamina_fail_command(s, "restore takes a file, and a name and a type for each value");
    return;
  }
  FILE *f = fopen(words[0], "rb");
  if (f == NULL) {
    lamina_fail_command(s, "Failed to open %s: %s", words[0], strerror(errno));
    return;
  }
  for (int i = 1; i < count && !s->failed; i += 2) {
    const lamina_type *t = lamina_type_named(s, words[i + 1]);
    if (t != NULL) lamina_read_value(s, f, words[i], t);
  }
  fclose(f);
}

static void lamina_store_command(lamina_server *s, int count, char **words) {
  for (int i = 1; i < count; i++) {
    if (lamina_variable_named(s, words[i]) == NULL) return;
  }
  FILE *f = fopen(words[0], "wb");
  for (int i = 1; i < count && f != NULL; i++) lamina_write_value(s, f, lamina_find(s, words[i]));
  bool good = f != NULL && !ferror(f);
  if (f != NULL && fclose(f) != 0) good = false;
  if (!good && !s->failed) lamina_fail_command(s, "Failed to write %s: %s", words[0], strerror(errno));
}

static void lamina_free_command(lamina_server *s, int count, char **words) {
  for (int i = 0; i < count; i++) {
    lamina_variable *v = lamina_variable_named(s, words[i]);
    if (v != NULL) lamina_delete(s, v);
  }
}

static void lamina_rename_command(lamina_server *s, int count, char **words) {
  lamina_variable *v = lamina_variable_named(s, words[0]);
  if (v == NULL) return;
  if (lamina_find(s, words[1]) != NULL) {
    lamina_fail_command(s, "Variable already exists: %s", words[1]);
    return;
  }
  char *name = strdup(words[1]);
  if (name == NULL) {
    lamina_fail_command(s, "out of memory: no room for the name %s", words[1]);
    return;
  }
  free(v->name);
  v->name = name;
}

static void lamina_show_types(const lamina_signature *e, i32 from, i32 count, i32 leaf) {
  for (i32 i = from; i < from + count; i++) {
    const lamina_type *t = e->types[i];
    printf("%s%s\n", t->count > 0 && e->externals[leaf].unique ? "*" : "", t->name);
    leaf += t->count;
  }
}

static void lamina_inputs_command(lamina_server *s, int count, char **words) {
  const lamina_signature *e = lamina_entry_named(s, words[0]);
  if (e != NULL) lamina_show_types(e, 0, e->arguments, 0);
}

static void lamina_outputs_command(lamina_server *s, int count, char **words) {
  const lamina_signature *e = lamina_entry_named(s, words[0]);
  if (e != NULL) lamina_show_types(e, e->arguments, e->results, e->inputs);
}

static void lamina_entries_command(lamina_server *s, int count, char **words) {
  for (i32 i = 0; i < LAMINA_SIGNATURES; i++) puts(lamina_signatures[i].name);
}

static void lamina_types_command(lamina_server *s, int count, char **words) {
  for (i32 i = 0; i < LAMINA_TYPES; i++) puts(lamina_types[i].name);
}

static void lamina_type_command(lamina_server *s, int count, char **words) {
  const lamina_variable *v = lamina_variable_named(s, words[0]);
  if (v != NULL) puts(v->type->name);
}

// lamina_constructor_named finds a constructor of a sum; of other types, what has the fields.
static const lamina_constructor *lamina_constructor_named(lamina_server *s, const lamina_type *t, const char *name) {
  for (i32 i = 0; i < t->constructors && t->sum; i++) {
    if (strcmp(t->constructor[i].name, name) == 0) return &t->constructor[i];
  }
  lamina_fail_command(s, t->sum ? "Type %s has no constructor %s" : "Type %s is not a sum type: it has no constructor %s", t->name, name);
  return NULL;
}

static void lamina_fields_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[0]);
  if (t == NULL) return;
  if (!t->opaque || t->sum) {
    lamina_fail_command(s, "Not a record type: %s", t->name);
    return;
  }
  for (i32 i = 0; i < t->constructor->count; i++) printf("%s %s\n", t->constructor->members[i].name, t->constructor->members[i].type->name);
}

static void lamina_variants_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[0]);
  if (t == NULL) return;
  if (!t->sum) {
    lamina_fail_command(s, "Not a sum type: %s", t->name);
    return;
  }
  for (i32 i = 0; i < t->constructors; i++) {
    printf("%s", t->constructor[i].name);
    for (i32 k = 0; k < t->constructor[i].count; k++) printf(" %s", t->constructor[i].members[k].type->name);
    putchar('\n');
  }
}

// lamina_make_command makes a variable of members: NAME TYPE, and with a constructor its NAME.
static void lamina_make_value(lamina_server *s, const char *name, const lamina_type *t, const lamina_constructor *c, i32 number, int count, char **words) {
  const void *parts[LAMINA_MOST_MEMBERS];
  if (count != c->count) {
    lamina_fail_command(s, "A value of type %s has %d parts here, not %d", t->name, c->count, count);
    return;
  }
  for (i32 i = 0; i < count; i++) {
    lamina_variable *v = lamina_typed(s, words[i], c->members[i].type);
    if (v == NULL) return;
    parts[i] = lamina_place(v);
  }
  lamina_variable *v = lamina_new_variable(s, name, t);
  if (v != NULL && !lamina_check(s, lamina_build(s->library, t, number, parts, &v->value.object))) lamina_delete(s, v);
}

static void lamina_new_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[1]);
  if (t == NULL) return;
  if (!t->opaque || t->sum || (t->rank > 0 && t->constructor->count == 0)) {
    lamina_fail_command(s, "Not a record type: %s", t->name);
    return;
  }
  lamina_make_value(s, words[0], t, t->constructor, -1, count - 2, words + 2);
}

static void lamina_construct_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[1]);
  const lamina_constructor *c = t == NULL ? NULL : lamina_constructor_named(s, t, words[2]);
  if (c != NULL) lamina_make_value(s, words[0], t, c, (i32)(c - t->constructor), count - 3, words + 3);
}

// lamina_take_member makes a variable of a member of another one's object.
static void lamina_take_member(lamina_server *s, const char *name, const lamina_object *o, const lamina_member *m) {
  lamina_variable *v = lamina_new_variable(s, name, m->type);
  if (v == NULL) return;
  lamina_lock(s->library);
  int code = lamina_get(s->library, o, m, &v->value);
  lamina_unlock(s->library);
  if (!lamina_check(s, code)) lamina_delete(s, v);
}

static void lamina_project_command(lamina_server *s, int count, char **words) {
  lamina_variable *from = lamina_variable_named(s, words[1]);
  if (from == NULL) return;
  const lamina_type *t = from->type;
  for (i32 i = 0; t->opaque && !t->sum && i < t->constructor->count; i++) {
    if (strcmp(t->constructor->members[i].name, words[2]) == 0) {
      lamina_take_member(s, words[0], from->value.object, &t->constructor->members[i]);
      return;
    }
  }
  lamina_fail_command(s, "Type %s has no field %s", t->name, words[2]);
}

static void lamina_variant_command(lamina_server *s, int count, char **words) {
  const lamina_variable *v = lamina_variable_named(s, words[0]);
  if (v == NULL) return;
  if (v->type->sum) {
    puts(v->type->constructor[v->value.object->parts[0].bits].name);
  } else {
    lamina_fail_command(s, "Not a sum type: %s", v->type->name);
  }
}

static void lamina_destruct_command(lamina_server *s, int count, char **words) {
  const lamina_variable *from = lamina_variable_named(s, words[0]);
  if (from == NULL) return;
  if (!from->type->sum) {
    lamina_fail_command(s, "Not a sum type: %s", from->type->name);
    return;
  }
  const lamina_constructor *c = &from->type->constructor[from->value.object->parts[0].bits];
  if (count - 1 != c->count) {
    lamina_fail_command(s, "Constructor %s has %d values, not %d", c->name, c->count, count - 1);
    return;
  }
  for (i32 i = 0; i < c->count && !s->failed; i++) lamina_take_member(s, words[1 + i], from->value.object, &c->members[i]);
}

static void lamina_shape_command(lamina_server *s, int count, char **words) {
  const lamina_variable *v = lamina_variable_named(s, words[0]);
  if (v == NULL) return;
  i32 rank = v->type->opaque ? v->type->rank : v->type->leaves[0].rank;
  if (rank == 0) {
    lamina_fail_command(s, "Not an array type: %s", v->type->name);
    return;
  }
  const i64 *shape = v->type->opaque ? lamina_object_shape(v->value.object) : v->value.array->shape;
  for (i32 d = 0; d < rank && shape != NULL; d++) printf("%s%lld", d == 0 ? "" : " ", (long long)shape[d]);
  putchar('\n');
}

// lamina_index_command makes a variable of an element of an opaque array: NAME VARIABLE INDEX…
static void lamina_index_command(lamina_server *s, int count, char **words) {
  const lamina_variable *from = lamina_variable_named(s, words[1]);
  if (from == NULL) return;
  const lamina_type *t = from->type;
  i64 index[LAMINA_MOST_RANK];
  i32 rank = t->opaque ? t->rank : t->leaves[0].rank;
  if (rank == 0) {
    lamina_fail_command(s, "Not an array type: %s", t->name);
    return;
  }
  if (count - 2 != rank) {
    lamina_fail_command(s, "Type %s takes %d indices, not %d", t->name, rank, count - 2);
    return;
  }
  for (i32 d = 0; d < rank; d++) {
    char *end;
    errno = 0;
    index[d] = strtoll(words[2 + d], &end, 10);
    if (errno == 0 && end != words[2 + d] && *end == 0) continue;
    lamina_fail_command(s, "Not an index: %s", words[2 + d]);
    return;
  }
  lamina_variable *v = lamina_new_variable(s, words[0], t->element);
  if (v == NULL) return;
  int code = t->opaque ? lamina_object_index(s->library, t, t->element, from->value.object, index, &v->value.object)
                       : lamina_array_index(s->library, from->value.array, &v->value, index, "index");
  if (!lamina_check(s, code)) lamina_delete(s, v);
}

// lamina_kind_command tells what operations a type has.
static void lamina_kind_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[0]);
  if (t == NULL) return;
  bool array = t->opaque ? t->rank > 0 : t->leaves[0].rank > 0;
  puts(array ? "array" : !t->opaque ? "scalar" : t->sum ? "sum" : "record");
}

static void lamina_elemtype_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[0]);
  if (t == NULL) return;
  if (t->element == NULL) {
    lamina_fail_command(s, "Not an array type: %s", t->name);
  } else {
    puts(t->element->name);
  }
}

static void lamina_rank_command(lamina_server *s, int count, char **words) {
  const lamina_type *t = lamina_type_named(s, words[0]);
  if (t == NULL) return;
  if (t->element == NULL) {
    lamina_fail_command(s, "Not an array type: %s", t->name);
  } else {
    printf("%d\n", t->opaque ? t->rank : t->leaves[0].rank);
  }
}

static void lamina_profiling_command(lamina_server *s, int count, char **words) { lamina_profile(s->library, false); }

static void lamina_unprofiling_command(lamina_server *s, int count, char **words) { lamina_profile(s->library, true); }

static void lamina_report_command(lamina_server *s, int count, char **words) {
  char *report = lamina_report_text(s->library, lamina_kernel_names);
  if (report != NULL) puts(report);
  free(report);
}

static void lamina_clear_command(lamina_server *s, int count, char **words) { (void)lamina_clear_caches(s->library); }

static void lamina_attributes_command(lamina_server *s, int count, char **words) {
  const lamina_signature *e = lamina_entry_named(s, words[0]);
  if (e != NULL) fputs(lamina_attributes[e - lamina_signatures], stdout);
}

static void lamina_tuning_command(lamina_server *s, int count, char **words) {
  const lamina_signature *e = lamina_entry_named(s, words[0]);
  if (e == NULL) return;
  for (const i32 *i = lamina_parameters_of[e - lamina_signatures]; *i >= 0; i++) puts(lamina_parameters[*i].name);
}

// lamina_parameter_named is the number of a parameter; -1, and a failure, if there is none.
static i32 lamina_parameter_named(lamina_server *s, const char *name) {
  i32 i = lamina_find_parameter(name);
  if (i < 0) lamina_fail_command(s, "Unknown tuning parameter: %s", name);
  return i;
}

static void lamina_class_command(lamina_server *s, int count, char **words) {
  i32 i = lamina_parameter_named(s, words[0]);
  if (i >= 0) puts(lamina_parameters[i].class);
}

static void lamina_tune_command(lamina_server *s, int count, char **words) {
  size_t value;
  i32 i = lamina_parameter_named(s, words[0]);
  if (i < 0) return;
  if (!lamina_parse_parameter(words[1], &value)) {
    lamina_fail_command(s, "Not a value of a tuning parameter: %s", words[1]);
    return;
  }
  lamina_lock(s->library);
  lamina_adjust(s->library->context, i, lamina_kept_value(value));
  lamina_unlock(s->library);
}

static const lamina_command lamina_commands[] = {
  {"attributes", 1, lamina_attributes_command},
  {"call", 1, lamina_call_command},
  {"clear", 0, lamina_clear_command},
  {"construct", 3, lamina_construct_command},
  {"destruct", 1, lamina_destruct_command},
  {"elemtype", 1, lamina_elemtype_command},
  {"entry_points", 0, lamina_entries_command},
  {"fields", 1, lamina_fields_command},
  {"free", 0, lamina_free_command},
  {"index", 3, lamina_index_command},
  {"inputs", 1, lamina_inputs_command},
  {"kind", 1, lamina_kind_command},
  {"new", 2, lamina_new_command},
  {"outputs", 1, lamina_outputs_command},
  {"pause_profiling", 0, lamina_profiling_command},
  {"project", 3, lamina_project_command},
  {"rank", 1, lamina_rank_command},
  {"rename", 2, lamina_rename_command},
  {"report", 0, lamina_report_command},
  {"restore", 1, lamina_restore_command},
  {"set_tuning_param", 2, lamina_tune_command},
  {"shape", 1, lamina_shape_command},
  {"store", 1, lamina_store_command},
  {"tuning_param_class", 1, lamina_class_command},
  {"tuning_params", 1, lamina_tuning_command},
  {"type", 1, lamina_type_command},
  {"types", 0, lamina_types_command},
  {"unpause_profiling", 0, lamina_unprofiling_command},
  {"variant", 1, lamina_variant_command},
  {"variants", 1, lamina_variants_command},
  {"zip", 2, lamina_new_command},
};

// lamina_words divides a line at blanks. A word in double quotes may have blanks, and a character
// after a backslash there counts as it is.
static int lamina_split(char *line, char **words, int most) {
  int count = 0;
  for (char *p = line; count < most;) {
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') p++;
    if (*p == 0) break;
    char *to = p;
    words[count++] = p;
    bool quoted = false;
    for (; *p != 0 && (quoted || strchr(" \t\r\n", *p) == NULL); p++) {
      if (*p == '"') {
        quoted = !quoted;
      } else {
        if (quoted && *p == '\\' && p[1] != 0) p++;
        *to++ = *p;
      }
    }
    bool last = *p == 0;
    *to = 0;
    if (last) break;
    p++;
  }
  return count;
}

static void lamina_serve(lamina_server *s, char *line) {
  char *words[1024];
  int count = lamina_split(line, words, 1024);
  if (count == 0) return;
  s->failed = false;
  const lamina_command *found = NULL;
  for (size_t i = 0; i < sizeof lamina_commands / sizeof *lamina_commands; i++) {
    if (strcmp(lamina_commands[i].name, words[0]) == 0) found = &lamina_commands[i];
  }
  if (found == NULL) {
    lamina_fail_command(s, "Unknown command: %s", words[0]);
  } else if (count - 1 < found->least) {
    lamina_fail_command(s, "Insufficient command args.");
  } else {
    found->run(s, count - 1, words + 1);
  }
  puts("%%% OK");
  fflush(stdout);
}
