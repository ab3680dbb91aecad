#!/usr/bin/env python3
"""Measures how exactly the steps of workout plans are found in simulated rides, and writes its section of Data/Accuracy.md.

  Tests/Measurements/accuracy_plans.py SWINGPIPE WORK_FOLDER [--count N] [--seed N]

SWINGPIPE is the tool. WORK_FOLDER takes some 100 MB of rides and tables, in a folder of their own that is removed at the end.
"""

import argparse
import csv
import pathlib
import subprocess
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
document = root / 'Data' / 'Accuracy.md'
plans = root / 'Pipelines' / 'Plans'

# What the rider does, the plan, and the options that say so.
SCENARIOS = [
    ('the plan, with 6 pauses', 'my_workout', ''),
    ('targets kept in half of the seconds', 'my_workout', '--compliance 0.5'),
    ('goes on for 300 s', 'my_workout', '--ride-on-s 300'),
    ('skips a fifth of the steps by laps', 'my_workout', '--skip-chance 0.2'),
    ('ends a fifth of the steps early by laps', 'my_workout', '--cut-short-chance 0.2'),
    ('ends the whole ride early', 'my_workout', '--end-early-chance 1'),
    ('the watch makes a lap a mile', 'my_workout', '--auto-lap-m 1609.344'),
    ('a lap every km; skips, shortens, ends early', 'my_workout',
     '--auto-lap-m 1000 --skip-chance 0.1 --cut-short-chance 0.1 --end-early-chance 0.3'),
    ('a lap every step', 'my_workout', '--step-laps'),
    ('a lap every step; skips and repeats', 'my_workout', '--step-laps --skip-chance 0.15 --repeat-chance 0.15'),
    ('a lap every step; shortens steps', 'my_workout', '--step-laps --cut-short-chance 0.2'),
    ('a lap every step; all of it, and goes on', 'my_workout',
     '--step-laps --skip-chance 0.1 --repeat-chance 0.1 --cut-short-chance 0.1 --end-early-chance 0.3 --ride-on-s 120'),
    ('a pacer', 'ten_kilometres', ''),
    ('a single goal', 'pool_swim', '--pauses 2'),
    ('swim, bike and run', 'triathlon', '--pauses 2'),
    ('swim, bike and run, a lap every 500 m', 'triathlon', '--pauses 2 --auto-lap-m 500'),
]


def rows(path):
    with open(path, newline='') as file:
        return list(csv.DictReader(file))


def number(row, name):
    return float(row[name]) if row.get(name) else None


def key(row):
    return int(row['step_index']), int(row['repetition'])


def is_near(found, true, name):
    found, true = number(found, name), number(true, name)
    return found is not None and abs(found - true) <= 1


def score(truth, found):
    """Counts of one ride: steps, those found, their borders, skipped and repeated ones."""
    kinds = {row['step_index']: (row['role'], row['goal'], row['alert']) for row in found}
    spans = [(row, kinds[row['step_index']]) for row in found if row['end_time_s']]
    done = [row for row in truth if row['end_time_s']]
    found = {key(row): row for row in found}
    skipped = [row for row in truth if row['outcome'] == 'skipped']
    repeated = [row for row in truth if row['repetition'] != '0']
    same = [row for row in truth if found.get(key(row), {}).get('outcome') == row['outcome']]
    true = {key(row) for row in truth}
    bordered = [row for row in same if row['end_time_s']]
    return {
        'steps': len(truth),
        'same': len(same),
        'bordered': len(bordered),
        'near': sum(is_near(found[key(row)], row, 'start_time_s') and is_near(found[key(row)], row, 'end_time_s')
                    for row in bordered),
        'done': len(done),
        'of its kind': sum(any(is_near(one, row, 'start_time_s') and is_near(one, row, 'end_time_s')
                               and one['outcome'] == row['outcome'] and kind == kinds[row['step_index']]
                               for one, kind in spans) for row in done),
        'skipped': len(skipped),
        'skips named': sum(found.get(key(row), {}).get('outcome') == 'skipped' for row in skipped),
        'repeated': len(repeated),
        'repeats named': sum(key(row) in found for row in repeated),
        'false': sum(place not in true for place in found)
                 + sum(row['outcome'] == 'skipped' for place, row in found.items()
                       if place in true and place not in {key(row) for row in skipped}),
        'whole': int(len(same) == len(truth) == len(found)),
    }


def measure(swingpipe, work, plan, options, arguments, verbose):
    tool = lambda *line: subprocess.run([swingpipe, *line], check=True, capture_output=True)
    path = str(plans / f'{plan}.json')
    tool('simulate', 'workouts', '--plan', path, '--seed', str(arguments.seed), '--count', str(arguments.count),
         '--output', f'{work}/rides', *options.split())
    tool('run', str(root / 'Pipelines' / 'planned_workout.json'), f'{work}/rides', '--output', f'{work}/out',
         '--set', f'steps.plan={path}', '--set', 'out.format=csv', '--set', 'completion_out.format=csv')
    sums = {}
    for truth in sorted(pathlib.Path(work, 'rides').glob('*-steps.csv')):
        name = truth.name.removesuffix('-steps.csv')
        one = score(rows(truth), rows(pathlib.Path(work, 'out', 'steps', f'{name}.csv')))
        if verbose and (not one['whole'] or one['near'] < one['bordered']):
            print(' ', name, one)
        for item, count in one.items():
            sums[item] = sums.get(item, 0) + count
    return sums


def section(table, arguments):
    last = arguments.seed + arguments.count - 1
    lines = [
        f'{arguments.count} rides each, seeds {arguments.seed} to {last}, of the plans in Pipelines/Plans. All rides are '
        'simulated (`swingpipe simulate workouts`). The authors of the matching also wrote the simulator, and corrected the '
        'matching on other seeds, so expect more errors in real rides. Steps that a plan repeats, such as the efforts of a '
        'block, look the same. Their kind is found, but not always which repetition was skipped or done again. '
        'Laps are on the watch\'s clock to the sample. Power, speed and distance are recorded once a second.',
        '',
        '| the rider | steps | found with their outcome | of these, ridden steps with start and end within 1 s | ridden steps found as their kind '
        '| skips named | repeats named | false skips and repeats | rides without an error |',
        '|---|---|---|---|---|---|---|---|---|',
    ]
    for title, sums in table:
        of = lambda part, whole: f'{sums[part]} of {sums[whole]}' if sums[whole] else ''
        lines.append(
            f'| {title} | {sums["steps"]} | {of("same", "steps")} | {of("near", "bordered")} '
            f'| {of("of its kind", "done")} | {of("skips named", "skipped")} | {of("repeats named", "repeated")} | {sums["false"]} | {sums["whole"]} |')
    return '\n'.join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('swingpipe')
    parser.add_argument('work')
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seed', type=int, default=200)
    parser.add_argument('--only', help='a part of the scenarios\' titles; nothing is written then')
    arguments = parser.parse_args()
    pathlib.Path(arguments.work).mkdir(parents=True, exist_ok=True)
    table = []
    for title, plan, options in SCENARIOS:
        if arguments.only and arguments.only not in title:
            continue
        with tempfile.TemporaryDirectory(dir=arguments.work) as work:
            sums = measure(arguments.swingpipe, work, plan, options, arguments, arguments.only)
        print(title, sums, flush=True)
        table.append((title, sums))
    if arguments.only:
        return
    text = document.read_text()
    start, end = '<!-- workout plans -->\n', '\n<!-- /workout plans -->'
    before, rest = text.split(start)
    document.write_text(before + start + section(table, arguments) + end + rest.split(end)[1])


main()
