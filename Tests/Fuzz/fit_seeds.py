"""Writes small sound FIT files into a folder: a ride, a dive with developers' fields, and both in one.

Usage: fit_seeds.py FOLDER
"""

import os
import struct
import sys


def checksum(data):
    """CRC-16/ARC."""
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
    return value


def file(records):
    header = struct.pack("<BBHI4s", 14, 0x20, 21171, len(records), b".FIT")
    whole = header + struct.pack("<H", checksum(header)) + records
    return whole + struct.pack("<H", checksum(whole))


def define(local, number, fields, developer=()):
    content = struct.pack("<BBBHB", 0x40 | local | (0x20 if developer else 0), 0, 0, number, len(fields))
    content += b"".join(bytes(field) for field in fields)
    return content + (bytes([len(developer)]) + b"".join(bytes(field) for field in developer) if developer else b"")


def ride():
    records = define(0, 20, [(253, 4, 0x86), (7, 2, 0x84), (3, 1, 2), (8, 3, 13)])
    records += define(1, 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)]) + bytes([1]) + struct.pack("<IBB", 988797600, 0, 0)
    for second in range(20):
        records += bytes([0]) + struct.pack("<IHB3s", 988797600 + second, 200 + second, 120, bytes([second, 1, 2]))
    records += define(2, 20, [(3, 1, 2)]) + bytes([0x80 | 2 << 5 | 20, 130])
    records += define(1, 19, [(253, 4, 0x86), (2, 4, 0x86), (19, 2, 0x84)]) + bytes([1])
    return records + struct.pack("<IIH", 988797620, 988797600, 210)


def dive():
    records = define(0, 207, [(3, 1, 2)]) + bytes([0, 0])
    records += define(1, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 4, 7)]) + bytes([1, 0, 5, 0x84]) + b"ppo\0"
    records += define(2, 20, [(253, 4, 0x86), (92, 4, 0x86), (13, 1, 1)], [(5, 2, 0)])
    for second in range(20):
        records += bytes([2]) + struct.pack("<IIbH", 988797600 + second, 1000 * second, 20, 7)
    return records


folder = sys.argv[1]
for name, content in [("ride", file(ride())), ("dive", file(dive())), ("both", file(ride()) + file(dive()))]:
    with open(os.path.join(folder, name + ".fit"), "wb") as output:
        output.write(content)
