"""Sport files with several workouts or dives, written by their formats' libraries and compared with what those read.

Usage: sport_files.py write FOLDER SUBSURFACE   writes files; SUBSURFACE is a log of dives, which becomes UDDF
       sport_files.py check FOLDER FILE...      FOLDER holds the recordings of each FILE: NAME.h5, or NAME-1-SPORT.h5 and so on
"""

import bisect
import gzip
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from datetime import datetime, timedelta, timezone
from glob import escape, glob

import fitdecode
import gpxpy
import gpxpy.gpx
import h5py
import json
import numpy as np


def write(folder, log):
    gpx = gpxpy.gpx.GPX()
    for start, count in ((datetime(2024, 5, 1, 10, tzinfo=timezone.utc), 40), (datetime(2024, 5, 2, 9, tzinfo=timezone.utc), 25)):
        track = gpxpy.gpx.GPXTrack()
        track.type = 'running'
        segment = gpxpy.gpx.GPXTrackSegment()
        for second in range(count):
            segment.points.append(gpxpy.gpx.GPXTrackPoint(
                50 + second * 1e-5, 8 - second * 1e-5, elevation=100 + second / 10, time=start + timedelta(seconds=second)))
        track.segments.append(segment)
        gpx.tracks.append(track)
    text = gpx.to_xml()
    with open(os.path.join(folder, 'tracks.gpx'), 'w') as file:
        file.write(text)
    with gzip.open(os.path.join(folder, 'packed.gpx.gz'), 'wt') as file:
        file.write(text)
    with zipfile.ZipFile(os.path.join(folder, 'years.zip'), 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('activities/deep.gpx', text)
        archive.writestr('activities/deeper.gpx.gz', gzip.compress(text.encode()))
    # As other programs write UDDF of the same dives.
    document = os.path.join(folder, 'dives.divejson')
    run('convert', log, '-o', document)
    run('convert', document, '--to', 'uddf', '-o', os.path.join(folder, 'dives.uddf'))


def run(*arguments):
    subprocess.run([sys.executable, '-m', 'divejson.cli', *arguments], check=True, capture_output=True)


def stem(path):
    name = os.path.basename(path)
    for ending in ('.gz', '.fit', '.gpx', '.tcx', '.uddf', '.ssrf'):
        name = name.removesuffix(ending)
    return name


def recordings(folder, path):
    found = sorted(glob(os.path.join(escape(folder), escape(stem(path)) + '-[0-9]*.h5')))
    return [h5py.File(name) for name in found or [os.path.join(folder, stem(path) + '.h5')]]


def column(recording, stream, name):
    """Times and values that are there."""
    if f'{stream}/{name}' not in recording:
        return np.empty(0), np.empty(0)
    times, values = recording[f'{stream}/time'][:], recording[f'{stream}/{name}'][:]
    kept = ~np.isnan(values)
    return times[kept], values[kept]


def require(path, what, found, expected, within=0.0):
    """Both are times and values."""
    for side, ours, theirs in zip(('times', 'values'), found, expected):
        ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
        if ours.shape != theirs.shape or (ours.size and np.abs(ours - theirs).max() > within + 1e-6 * np.abs(theirs).max()):
            sys.exit(f'{path}: {what}: {side} differ\nexpected {theirs[:5]} of {theirs.size}\nfound    {ours[:5]} of {ours.size}')


def unix(moment):
    return moment.timestamp()


def fit_legs(path):
    """Records and the sport of each session, by the starts of sessions."""
    sessions, records = [], []
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA:
                continue
            value = lambda name: frame.get_value(name, fallback=None)
            if frame.name == 'session' and value('start_time') is not None:
                sessions.append((unix(value('start_time')), str(value('sport')), value('total_distance')))
            if frame.name == 'record' and value('timestamp') is not None:
                records.append((unix(value('timestamp')), value('heart_rate'), value('power'), value('distance')))
    sessions.sort()
    starts = [start for start, _, _ in sessions[1:]]
    legs = [[] for _ in sessions]
    for record in records:
        legs[bisect.bisect_right(starts, record[0])].append(record)
    return list(zip(sessions, legs))


def check_fit(folder, path):
    legs, ours = fit_legs(path), recordings(folder, path)
    if len(legs) != len(ours):
        sys.exit(f'{path}: {len(ours)} recordings; expected {len(legs)}')
    for ((_, sport, distance), records), recording in zip(legs, ours):
        if recording.attrs['sport'].decode() != sport:
            sys.exit(f'{path}: the sport is {recording.attrs["sport"]}; expected {sport}')
        for stream, name, place in (('heart_rate', 'heart_rate', 1), ('cycling', 'power', 2)):
            pairs = [(r[0], r[place]) for r in records if r[place] is not None and (place == 2 or r[place] > 0)]
            require(path, f'{sport} {name}', column(recording, stream, name), tuple(zip(*pairs)) or ((), ()))
        last = column(recording, 'cycling', 'distance')[1]
        if distance and last.size and abs(last[-1] - distance) > 0.01 * distance:
            sys.exit(f'{path}: {sport} ends at {last[-1]} m; the device says {distance}')


def check_gpx(folder, path):
    with (gzip.open if path.endswith('.gz') else open)(path, 'rt') as file:
        tracks = [track for track in gpxpy.parse(file).tracks if track.get_points_no()]
    ours = recordings(folder, path)
    if len(tracks) != len(ours):
        sys.exit(f'{path}: {len(ours)} recordings; expected {len(tracks)}')
    for track, recording in zip(tracks, ours):
        points = [point for segment in track.segments for point in segment.points if point.time is not None]
        for name, value in (('latitude', 'latitude'), ('longitude', 'longitude'), ('altitude', 'elevation')):
            pairs = [(unix(p.time), getattr(p, value)) for p in points if getattr(p, value) is not None]
            require(path, name, column(recording, 'location', name), tuple(zip(*pairs)) or ((), ()), 1e-5)


def check_tcx(folder, path):
    spaces = {'t': 'http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2'}
    root = ElementTree.fromstring(open(path).read().strip())
    activities, ours = root.findall('.//t:Activity', spaces), recordings(folder, path)
    if len(activities) != len(ours):
        sys.exit(f'{path}: {len(ours)} recordings; expected {len(activities)}')
    for activity, recording in zip(activities, ours):
        points = activity.findall('.//t:Trackpoint', spaces)
        pairs = [
            (unix(datetime.fromisoformat(p.find('t:Time', spaces).text.replace('Z', '+00:00'))),
             float(p.find('t:DistanceMeters', spaces).text))
            for p in points if p.find('t:DistanceMeters', spaces) is not None]
        require(path, 'distance', column(recording, 'cycling', 'distance'), tuple(zip(*pairs)))


def check_dives(folder, path):
    with tempfile.TemporaryDirectory() as scratch:
        run('convert', path, '-o', scratch + '/log.divejson')
        dives = json.load(open(scratch + '/log.divejson'))['dives']
    theirs = [(dive, part) for dive in dives for part in dive['recordings'] if 'profile' in part]
    ours = recordings(folder, path)
    if len(theirs) != len(ours):
        sys.exit(f'{path}: {len(ours)} recordings; expected {len(theirs)}')
    for (dive, part), recording in zip(theirs, ours):
        # Local times without an offset are taken as UTC.
        start = unix(datetime.fromisoformat(part.get('started_at', dive['started_at'])).replace(tzinfo=timezone.utc))
        # In hundredths, at milliseconds.
        for name, stream, dataset in (
                ('depth', 'submersion_measurement', 'depth'), ('temperature', 'water_temperature', 'temperature')):
            series = part['profile'].get(name, {'times': [], 'values': []})
            times, values = column(recording, stream, dataset)
            found, expected = (times - start, values), (np.array(series['times']) / 1000, np.array(series['values']) / 100)
            # Subsurface leaves out a temperature that has not changed, and divejson keeps it so; depths are in all samples.
            if name == 'temperature' and path.endswith('.ssrf'):
                last = np.searchsorted(expected[0], found[0] + 1e-3) - 1
                require(path, 'times of ' + name, (last[last >= 0], last[last >= 0]), (last, last))
                require(path, 'changes of ' + name, (np.unique(last), np.unique(last)), (np.arange(len(expected[0])),) * 2)
                expected = found[0], expected[1][last]
            require(path, name, found, expected, 0.006)


def main(verb, folder, *files):
    if verb == 'write':
        return write(folder, *files)
    for path in files:
        ending = path.removesuffix('.gz').rsplit('.', 1)[1]
        {'fit': check_fit, 'gpx': check_gpx, 'tcx': check_tcx, 'uddf': check_dives, 'ssrf': check_dives}[ending](folder, path)
        print(f'{os.path.basename(path)}: alike')


main(*sys.argv[1:])
