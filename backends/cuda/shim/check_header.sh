#!/usr/bin/env bash
# Compares cuda.h and functions.h in this folder with an installed CUDA toolkit's
# cuda.h: the values of the enumerations, the layout of the structs, the
# functions' parameters. Usage: check_header.sh [DIRECTORY OF cuda.h]
set -euo pipefail
real=${1:-/usr/local/cuda/include}
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -f "$real/cuda.h" ]; then
	echo "there is no $real/cuda.h; name the folder that holds it" >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Values, for the names that the toolkit still has.
{
	echo '#include <cuda.h>'
	sed -nE 's/^\t(CU[A-Z0-9a-z_]+) = ([0-9]+),$/\1 \2/p' "$here/cuda.h" | while read -r name value; do
		if grep -qw "$name" "$real/cuda.h"; then
			echo "_Static_assert($name == $value, \"$name\");"
		else
			echo "not in $real/cuda.h: $name" >&2
		fi
	done
} >"$work/values.c"
# A mask grew after CUDA 11.8.
sed -i '/CU_CTX_FLAGS_MASK/d' "$work/values.c"
cc -I"$real" -fsyntax-only "$work/values.c"

# Structs: the same program prints sizes and offsets with either header.
layout() {
	sed -nE '/^typedef struct \{$/,/^\} CUDA_/p' "$here/cuda.h" | awk '
		/^typedef/ { n = 0; next }
		/^}/ {
			name = $2; sub(/;/, "", name)
			printf "\tprintf(\"%s %%zu\\n\", sizeof(SUFFIX(%s)));\n", name, name
			for (i = 0; i < n; i++)
				printf "\tprintf(\"%s.%s %%zu\\n\", offsetof(SUFFIX(%s), %s));\n", name, field[i], name, field[i]
			next
		}
		{
			sub(/;.*/, ""); gsub(/^[ \t]+/, "")
			sub(/^(const )?(unsigned int|[A-Za-z_]+) /, ""); gsub(/[* ]/, "")
			k = split($0, parts, ",")
			for (i = 1; i <= k; i++) field[n++] = parts[i]
		}'
}
program() {
	printf '#include <stdio.h>\n#include <stddef.h>\n#include <cuda.h>\n#define SUFFIX(t) %s\nint main(void) {\n' "$1"
	layout
	printf '\treturn 0;\n}\n'
}
program t >"$work/ours.c"
program t##_v1 | sed -E 's/(CUDA_(ARRAY_DESCRIPTOR|ARRAY3D_DESCRIPTOR|MEMCPY2D|MEMCPY3D)\))/\1/' >"$work/theirs.c"
# The toolkit numbers its structs: those with a size_t are _v2, others _v1.
sed -i -E 's/SUFFIX\((CUDA_ARRAY_DESCRIPTOR|CUDA_ARRAY3D_DESCRIPTOR|CUDA_MEMCPY2D|CUDA_MEMCPY3D)\)/\1_v2/' "$work/theirs.c"
cc -I"$here" -o "$work/ours" "$work/ours.c"
cc -I"$real" -o "$work/theirs" "$work/theirs.c"
diff <("$work/ours") <("$work/theirs")

# Functions: under the name that the toolkit's macros turn into the symbol, or under
# the symbol itself. Functions that the toolkit no longer has are listed.
pointers() {
	sed -nE 's/^FUNCTION\(([A-Za-z0-9]+), ([A-Za-z0-9_]+), (\(.*\))\)$/\1 \2 \3/p' "$here/functions.h"
}
{
	echo '#include <cuda.h>'
	pointers | while read -r name symbol parameters; do
		if grep -qE "#define $name +.*\b$symbol\b" "$real/cuda.h" ||
			{ [ "$name" = "$symbol" ] && grep -qE "\b$name\(" "$real/cuda.h" && ! grep -qE "#define $name " "$real/cuda.h"; }; then
			echo "static CUresult (*check_$name)$parameters = $name;"
		else
			echo "not under this name in $real/cuda.h: $symbol" >&2
		fi
	done
} >"$work/functions.c"
sed -i 's/const CUDA_KERNEL_NODE_PARAMS \*/const CUDA_KERNEL_NODE_PARAMS_v1 */' "$work/functions.c"
cc -I"$real" -fsyntax-only -Werror=incompatible-pointer-types "$work/functions.c"
echo "cuda.h agrees with $real/cuda.h in $(grep -c Static_assert "$work/values.c") values and $(grep -c check_ "$work/functions.c") functions"
