"""A copy of a recording with all datasets as one piece each, uncompressed.

usage: convert.py RECORDING COPY
"""

import sys

import h5py

BLOCK = 1 << 20  # rows at a time


def copy(source, target):
    target.attrs.update(source.attrs)
    for name, item in source.items():
        if isinstance(item, h5py.Group):
            copy(item, target.create_group(name))
            continue
        dataset = target.create_dataset(name, item.shape, item.dtype)
        dataset.attrs.update(item.attrs)
        for start in range(0, item.shape[0], BLOCK):
            dataset[start : start + BLOCK] = item[start : start + BLOCK]


with h5py.File(sys.argv[1]) as source, h5py.File(sys.argv[2], "w") as target:
    copy(source, target)
