"""usage: newer_files.py RECORDING FOLDER     one recording in the structures and filters of newer libraries

One line per file on standard output: its name, a tab, and "read" or what its error has to name. Some of the structures
need a library that is newer than the one that reads them.
"""

import os
import sys

import h5py
import numpy as np

recording, folder = sys.argv[1:3]
source = h5py.File(recording)


def write(name, expected="read", keep_open=False, dataset=None, **options):
    path = os.path.join(folder, name + ".h5")
    file = h5py.File(path, "w", **options)
    for key, value in source.attrs.items():
        file.attrs[key] = value
    file.attrs["recording_id"] = name
    for group, members in source.items():
        target = file.create_group(group)
        for key, value in members.attrs.items():
            target.attrs[key] = value
        if not isinstance(members, h5py.Group):
            continue
        for key, values in members.items():
            if not isinstance(values, h5py.Dataset):
                continue
            made = (dataset or plain)(target, key, values)
            for attribute, value in values.attrs.items():
                made.attrs[attribute] = value
    print(name, expected, sep="\t")
    return file


def plain(group, name, values):
    return group.create_dataset(name, data=values[()])


def chunked(maxshape=None, **options):
    def create(group, name, values):
        if values.shape == () or values.dtype.kind not in "fiu":
            return plain(group, name, values)
        limits = maxshape(values.shape) if maxshape else None
        return group.create_dataset(
            name, data=values[()], chunks=(min(512, max(1, values.shape[0])),) + values.shape[1:], maxshape=limits, **options)

    return create


def early(group, name, values):
    if values.shape == () or values.dtype.kind not in "fiu":
        return plain(group, name, values)
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk((min(512, max(1, values.shape[0])),) + values.shape[1:])
    properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    space = h5py.h5s.create_simple(values.shape)
    made = h5py.Dataset(h5py.h5d.create(group.id, name.encode(), h5py.h5t.py_create(values.dtype), space, properties))
    made[...] = values[()]
    return made


def half(group, name, values):
    data = values[()]
    return group.create_dataset(name, data=data.astype(np.float16) if data.dtype == np.float32 else data)


def foreign_filter(number):
    def create(group, name, values):
        if values.shape == () or values.dtype.kind not in "fiu":
            return plain(group, name, values)
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_chunk(values.shape)
        properties.set_filter(number, h5py.h5z.FLAG_OPTIONAL, ())
        space = h5py.h5s.create_simple(values.shape)
        made = h5py.Dataset(h5py.h5d.create(group.id, name.encode(), h5py.h5t.py_create(values.dtype), space, properties))
        made.id.write_direct_chunk((0,) * len(values.shape), b"x" * 1000, 0)
        return made

    return create


gzip = dict(compression="gzip", shuffle=True, fletcher32=True)
for version in ["v108", "v110", "v112", "v114", "v200"]:
    # HDF5 2.0 has a layout message of its own for chunks that pass filters.
    write("format-" + version, "newer" if version == "v200" else "read", libver=(version, version), dataset=chunked(**gzip)).close()
write("index-fixed-array", libver=("v110", "v110"), dataset=chunked()).close()
write("index-extensible-array", libver=("v110", "v110"), dataset=chunked(lambda s: (None,) + s[1:], **gzip)).close()
write("index-btree-2", libver=("v110", "v110"), dataset=chunked(lambda s: (None,) * len(s), **gzip)).close()
write("index-single-chunk", libver=("v110", "v110"),
      dataset=lambda g, n, v: plain(g, n, v) if v.shape == () or v.dtype.kind not in "fiu" else g.create_dataset(n, data=v[()], chunks=v.shape, **gzip)).close()
write("index-implicit", libver=("v110", "v110"), dataset=early).close()
write("paged", libver=("v110", "v110"), dataset=chunked(**gzip), fs_strategy="page", fs_page_size=4096).close()
write("float16", dataset=half).close()
write("lzf", "lzf", dataset=chunked(compression="lzf")).close()
write("zstd", "zstd", dataset=foreign_filter(32015)).close()
write("blosc", "blosc", dataset=foreign_filter(32001)).close()
# A writer that was killed.
if os.fork() == 0:
    left = write("swmr-left-open", "h5clear", libver=("v110", "v110"), dataset=chunked(lambda s: (None,) + s[1:]))
    left.flush()
    left.swmr_mode = True
    left.flush()
    sys.stdout.flush()
    os._exit(0)
os.wait()
