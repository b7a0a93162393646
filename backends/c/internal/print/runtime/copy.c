// lamina_count_copy counts a copy of an array, unless that is empty.
static LAMINA_UNUSED inline void lamina_count_copy(lamina_thread *t, i64 elements, i64 size) {
  t->copies += elements != 0;
  t->bytes_copied += elements * size;
}
