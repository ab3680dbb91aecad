"""Prints the steps of a FIT workout as fitdecode reads them.

Usage: list_plan.py FILE
"""

import sys

import fitdecode


def value(frame, name):
    return frame.get_value(name) if frame.has_field(name) else None


with fitdecode.FitReader(sys.argv[1], check_crc=fitdecode.CrcCheck.RAISE) as reader:
    for frame in reader:
        if frame.frame_type != fitdecode.FIT_FRAME_DATA:
            continue
        if frame.name == 'workout':
            print('workout', *(value(frame, name) for name in ('wkt_name', 'sport', 'sub_sport', 'num_valid_steps')))
        if frame.name == 'workout_step':
            # By numbers: the names depend on the types.
            fields = {field.def_num: field.value for field in frame.fields if field.field_def is not None}
            print('step', *(fields.get(number) for number in (254, 1, 2, 3, 4, 5, 6, 7)))
