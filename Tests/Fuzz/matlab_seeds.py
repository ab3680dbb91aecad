"""Writes small MAT-files of versions 4 and 5 into a folder, plain and compressed: matlab_seeds.py FOLDER"""

import pathlib
import struct
import sys
import zlib

UINT8, INT32, UINT32, SINGLE, DOUBLE, MATRIX, COMPRESSED = 2, 5, 6, 7, 9, 14, 15
CELL_CLASS, STRUCT_CLASS, CHAR_CLASS, DOUBLE_CLASS, SINGLE_CLASS = 1, 2, 4, 6, 7


def element(kind, content):
    if kind == MATRIX:
        return struct.pack("<II", kind, len(content)) + content
    return struct.pack("<II", kind, len(content)) + content + bytes(-len(content) % 8)


def matrix(name, array_class, shape, *parts, flags=0):
    head = element(UINT32, struct.pack("<II", array_class | flags, 0))
    head += element(INT32, struct.pack(f"<{len(shape)}i", *shape)) + element(1, name.encode())
    return element(MATRIX, head + b"".join(parts))


def numbers(name, shape, values, array_class=DOUBLE_CLASS, kind=DOUBLE, code="d"):
    return matrix(name, array_class, shape, element(kind, struct.pack(f"<{len(values)}{code}", *values)))


def structure(name, fields):
    names = b"".join(field.encode().ljust(16, b"\0") for field in fields)
    # The length of a field's name is a small element: its size, its type and its value in eight bytes.
    return matrix(name, STRUCT_CLASS, (1, 1), struct.pack("<HHi", INT32, 4, 16), element(1, names), *fields.values())


count = 20
times = [row / 100 for row in range(count)]
axes = [0.01 * value for value in range(3 * count)]
imu = structure("imu", {
    "t": numbers("", (count, 1), times),
    "acc": numbers("", (count, 3), axes, SINGLE_CLASS, SINGLE, "f"),
    # Whole numbers are stored as bytes, whatever their class.
    "steps": numbers("", (count, 1), range(count), DOUBLE_CLASS, UINT8, "B"),
    "note": matrix("", CHAR_CLASS, (1, 4), element(16, b"walk")),
})
trials = matrix("trials", CELL_CLASS, (1, 1), numbers("", (1, 1), [1]))
spectrum = matrix("spectrum", DOUBLE_CLASS, (1, 1), *[element(DOUBLE, struct.pack("<d", 1))] * 2, flags=0x800)
variables = [imu, trials, spectrum]

folder = pathlib.Path(sys.argv[1])
head = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x100) + b"IM"
(folder / "plain.mat").write_bytes(head + b"".join(variables))
packed = [zlib.compress(variable) for variable in variables]
(folder / "packed.mat").write_bytes(
    head + b"".join(struct.pack("<II", COMPRESSED, len(content)) + content for content in packed))
(folder / "four.mat").write_bytes(b"".join(
    struct.pack("<5i", 0, count, len(values) // count, 0, len(name) + 1) + name.encode() + b"\0"
    + struct.pack(f"<{len(values)}d", *values) for name, values in (("t", times), ("acc", axes))))
