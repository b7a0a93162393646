"""Multiplies two matrices by the package of examples/matmul.fut:

lamina library --target multicore --python -o lib examples/matmul.fut
python3 -m pip install ./lib
python3 examples/callers/python/main.py
"""

import matmul
import numpy as np

with matmul.Context() as context:
    a = np.array([[1, 2], [3, 4]], np.float32)
    b = np.array([[5, 6], [7, 8]], np.float32)
    print(np.asarray(context.main(a, b)))
