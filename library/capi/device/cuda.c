// The device by CUDA's driver and NVRTC.

#define LAMINA_DONE 0
#define LAMINA_FULL 1
#define LAMINA_FAILED 2

typedef CUdeviceptr lamina_memory;
typedef CUdeviceptr lamina_raw; // what callers lend
typedef CUstream lamina_queue;

typedef struct {
  CUcontext context;
  CUdevice device;
  CUstream stream;
  CUmodule module;
  CUfunction kernels[LAMINA_KERNELS];
  void *mapped; // memory of the host that kernels write
  i32 pending, room;
  struct lamina_event *events; // of launches that are not accounted for yet, and unused ones
} lamina_driver;

struct lamina_event {
  CUevent start, end;
  i32 kernel;
};

enum { LAMINA_SCALAR_CELL, LAMINA_MEMORY_CELL, LAMINA_SHARED_CELL };

// lamina_cell is an argument of a kernel.
typedef struct {
  i32 kind, size;
  union {
    u64 bits;
    lamina_memory memory;
  };
} lamina_cell;
