"""Compares every field of every message of FIT files with what fitdecode reads.

Usage: check_fit.py FOLDER FILE...: FOLDER holds NAME.jsonl for each FILE, one line per message as FITConformanceTests writes.
"""

import json
import os
import sys

import fitdecode


def plain(value):
    """What JSON gives of the same value."""
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def theirs(path):
    # Without a processor: numbers stay as they are, instants too.
    with fitdecode.FitReader(path, processor=None, check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA:
                continue
            fields = []
            for field in frame.fields:
                is_part = field.field_def is None and field.def_num != 253
                fields.append([
                    field.name, field.def_num, is_part, None if is_part else plain(field.raw_value),
                    plain(field.value), field.units or None])
            yield frame.name, fields


def ours(path):
    with open(path) as lines:
        for line in lines:
            name, fields = json.loads(line)
            yield name, [[*field[:3], None if field[2] else field[3], *field[4:]] for field in fields]


def main(folder, files):
    for file in files:
        messages = fields = 0
        own = ours(os.path.join(folder, os.path.basename(file) + '.jsonl'))
        for name, expected in theirs(file):
            found = next(own, (None, []))
            order = lambda field: (field[1], field[2], field[0])
            if found[0] != name or sorted(found[1], key=order) != sorted(expected, key=order):
                sys.exit(f'{file}: message {messages} differs\nfitdecode: {name} {expected}\nours: {found}')
            messages += 1
            fields += len(expected)
        if next(own, None) is not None:
            sys.exit(f'{file}: more than {messages} messages')
        print(f'{os.path.basename(file)}: {messages} messages, {fields} fields')


main(sys.argv[1], sys.argv[2:])
