#!/usr/bin/env bash
# usage: seeds.sh SWINGPIPE FOLDER     small sound inputs for every target, each in a folder of its own; all made here
#
# The smallest of each target is kept in Seeds, which the tests feed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
swingpipe=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in "$here"/Seeds/*; do mkdir -p "$folder/${target##*/}"; done

cp "$here"/../../Pipelines/*.json "$folder/json"
cp "$here"/../../Pipelines/*.json "$folder/pipeline"
rm -f "$folder"/pipeline/*.schema.json

# Plans in every form that is read, and a schedule.
for plan in my_workout golf pool_swim ten_kilometres triathlon; do
  cp "$here/../../Pipelines/Plans/$plan.json" "$folder/workout_plan"
  "$swingpipe" workout-plan convert "$here/../../Pipelines/Plans/$plan.json" --output "$folder/workout_plan/$plan.plan"
done
for form in fit zwo erg mrc; do
  "$swingpipe" workout-plan convert "$here/../../Pipelines/Plans/my_workout.json" --ftp-w 250 \
    --output "$folder/workout_plan/ride.$form" 2>/dev/null
done
"$swingpipe" workout-plan schedule "$folder/workout_plan/week.json" --add "$here/../../Pipelines/Plans/golf.json" \
  --on 2026-11-22 --now 2026-11-22T12:00:00Z --time-zone Europe/Berlin >/dev/null

# Recordings of a second or two, as inputs stay small enough to be changed often.
for storage in contiguous gzip chunked; do
  "$swingpipe" simulate swings --duration-s 5 --distractors-per-minute 0 --storage "$storage" --output "$work/$storage" >/dev/null
  cp "$work/$storage"/*.h5 "$folder/recording/$storage.h5"
done

"$swingpipe" simulate swings --sport tennis --duration-s 20 --output "$work/tennis" >/dev/null
for format in csv parquet hdf5; do
  for pipeline in tennis cycling; do
    sed "s/\"type\": \"writers.table\"/\"type\": \"writers.table\", \"format\": \"$format\"/" \
      "$here/../../Pipelines/$pipeline.json" >"$work/$format-$pipeline.json"
  done
  "$swingpipe" run "$work/$format-tennis.json" "$work/tennis" --output "$work/out-$format" --quiet
  # Of a ride one small table.
  "$swingpipe" run "$work/$format-cycling.json" "$here/../../Pipelines/Recordings/workout-000001-watch.h5" \
    --output "$work/ride-$format" --quiet
  mv "$work/ride-$format/merged/power_curve".* "$work/out-$format"
done
find "$work/out-csv" -name '*.csv' -exec cp {} "$folder/csv_table" \;
find "$work/out-parquet" -name '*.parquet' -exec cp {} "$folder/parquet" \;
find "$work/out-hdf5" -name '*.h5' -exec cp {} "$folder/hdf5_table" \;

# Text tables in the forms that are told by their headers, and an archive of some.
{
  echo 'time,seconds_elapsed,z,y,x'
  for i in $(seq -w 0 49); do echo "1700000000$i""0000000,0.$i,9.$i,0.$i,-0.$i"; done
} >"$folder/import_csv/Accelerometer.csv"
sed 's/,/;/g; s/\./,/g' "$folder/import_csv/Accelerometer.csv" >"$folder/import_csv/semicolons.csv"
{
  echo '"Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)"'
  for i in $(seq 0 49); do echo "$i.0E-2,1.$i,-2.$i,9.$i"; done
} >"$folder/import_csv/phyphox.csv"
"$swingpipe" import "$folder/import_csv/phyphox.csv" --output "$folder/recording" 2>/dev/null >&2
mkdir -p "$work/archive/meta"
cp "$folder/import_csv/Accelerometer.csv" "$work/archive"
sed 's/9\./0./' "$folder/import_csv/Accelerometer.csv" >"$work/archive/Gyroscope.csv"
printf 'version,device name,platform\n3,watch,android\n' >"$work/archive/Metadata.csv"
(cd "$work/archive" && python3 -m zipfile -c "$folder/import_archive/logger.zip" Accelerometer.csv Gyroscope.csv Metadata.csv)

python3 "$here/matlab_seeds.py" "$folder/matlab"

# A ride in FIT, and one in each form of XML.
python3 "$here/fit_seeds.py" "$folder/fit"
cp "$folder"/fit/* "$folder/import_fit"
cat >"$folder/import_xml/ride.tcx" <<'END'
<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap StartTime="2021-05-01T10:00:00Z">
<TotalTimeSeconds>3</TotalTimeSeconds><Track><Trackpoint><Time>2021-05-01T10:00:00Z</Time><HeartRateBpm><Value>120</Value>
</HeartRateBpm><Cadence>80</Cadence><Extensions><x:TPX xmlns:x="u"><x:Watts>200</x:Watts></x:TPX></Extensions></Trackpoint>
</Track></Lap></Activity></Activities></TrainingCenterDatabase>
END
cat >"$folder/import_xml/track.gpx" <<'END'
<gpx creator="app"><trk><type>cycling</type><trkseg><trkpt lat="50.5" lon="7.2"><ele>12</ele>
<time>2021-05-01T10:00:00Z</time><extensions><power>150</power></extensions></trkpt></trkseg></trk></gpx>
END

# An export of Apple Health with records of each kind, one with the document type of iOS 16, which is damaged.
mkdir -p "$folder/import_uddf" "$folder/import_gzip"
cat >"$folder/import_uddf/dive.uddf" <<'END'
<uddf version="3.2.0"><gasdefinitions><mix id="m"><o2>0.3</o2><he>0.1</he></mix></gasdefinitions><profiledata><repetitiongroup>
<dive><informationbeforedive><datetime>2021-05-01T10:00:00Z</datetime><divenumber>1</divenumber></informationbeforedive>
<tankdata id="t"><link ref="m"/><tankvolume>0.01</tankvolume></tankdata><samples><waypoint><depth>3.5</depth>
<divetime>10</divetime><temperature>288</temperature><switchmix ref="m"/><tankpressure ref="t">2e7</tankpressure>
<decostop decodepth="3" duration="60"/><cns>1</cns></waypoint></samples><informationafterdive><greatestdepth>3.5</greatestdepth>
</informationafterdive></dive></repetitiongroup></profiledata></uddf>
END
cat >"$folder/import_uddf/dives.ssrf" <<'END'
<divelog program='subsurface' version='3'><dives><dive number='1' date='2021-05-01' time='10:00:00' duration='1:00 min'>
<cylinder size='11.1 l' o2='32.0%' start='200.0 bar'/><divecomputer model='a'><depth max='5.0 m'/><event time='0:20 min'
name='gaschange' cylinder='0'/><sample time='0:10 min' depth='5.0 m' temp='20.0 C' pressure='190.0 bar' ndl='99:00 min'/>
</divecomputer></dive></dives></divelog>
END
for file in "$folder"/fit/* "$folder"/import_xml/* "$folder"/import_uddf/*; do
  gzip -n -c "$file" >"$folder/import_gzip/$(basename "$file").gz"
done
mkdir -p "$folder/import_health"
{
  echo '<HealthData locale="en"><ExportDate value="2024-12-31 10:00:00 +0100"/>'
  for record in 'HeartRate unit="count/min"' 'CyclingPower unit="W"' 'CyclingSpeed unit="km/hr"' \
    'DistanceCycling unit="km"' 'DietaryWater unit="mL"' 'SwimmingStrokeCount unit="count"' 'StepCount unit="count"'; do
    echo "<Record type=\"HKQuantityTypeIdentifier${record/ /\" }" \
      'sourceName="Watch" startDate="2024-05-01 10:00:01 +0200" endDate="2024-05-01 10:00:05 +0200" value="9"/>'
  done
  echo '<Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="1" durationUnit="min" sourceName="Watch"'
  echo 'startDate="2024-05-01 10:00:00 +0200" endDate="2024-05-01 10:01:00 +0200">'
  echo '<MetadataEntry key="HKLapLength" value="25 m"/>'
  for event in Pause Resume Lap Segment; do
    echo "<WorkoutEvent type=\"HKWorkoutEventType$event\" date=\"2024-05-01 10:00:30 +0200\" duration=\"0.1\"/>"
  done
  echo '<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="9" maximum="9" unit="count/min"/>'
  echo '<WorkoutRoute><Location date="2024-05-01 10:00:02 +0200" latitude="1" longitude="2" altitude="3"/>'
  echo '<FileReference path="/workout-routes/r.gpx"/></WorkoutRoute></Workout></HealthData>'
} >"$folder/import_health/ride.xml"
{
  printf '<?xml version="1.0"?>\n<!DOCTYPE HealthData [\n<!-- ]> -->\n<!ATTLIST R\n b CDATA #IMPLIED\n>\n>\n]>\n'
  sed 's/Cycling/Swimming/g' "$folder/import_health/ride.xml"
} >"$folder/import_health/swim.xml"

# Bytes that the target makes batches of: even ones, and some of every kind.
for seed in 1 2 3; do
  awk -v seed="$seed" 'BEGIN { for (i = 0; i < 600; i++) printf "%c", (i * i * seed + i * 7) % 128 }' >"$folder/live/$seed"
done
