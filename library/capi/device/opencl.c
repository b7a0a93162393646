// The device by OpenCL 1.2.

#define LAMINA_DONE 0
#define LAMINA_FULL 1
#define LAMINA_FAILED 2

typedef cl_mem lamina_memory;
typedef cl_mem lamina_raw; // what callers lend
typedef cl_command_queue lamina_queue;

typedef struct {
  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernels[LAMINA_KERNELS];
  bool timed; // the queue measures
  i32 pending, room;
  struct lamina_event *events; // of launches that are not accounted for yet
} lamina_driver;

struct lamina_event {
  cl_event event;
  i32 kernel;
};

enum { LAMINA_SCALAR_CELL, LAMINA_MEMORY_CELL, LAMINA_SHARED_CELL };

// lamina_cell is an argument of a kernel.
typedef struct {
  i32 kind, size;
  u64 bits;
  lamina_memory memory;
} lamina_cell;
