import Foundation
import SPRecordings
import SPSignals

// usage: floor RECORDING     the least that any pipeline has to do: every sample and stamp read once, z filtered
//
// What a run takes beyond this is what the pipeline itself costs. It reads as the pipeline does, through `Recording`.

let blockLength = 65_536

/// Reads signals of one dataset together, a block at a time, so that each of its rows is decoded once.
func drain(_ signals: [any Signal]) throws -> Double {
  guard let count = signals.first?.count else { return 0 }
  var samples = [Float](repeating: 0, count: min(blockLength, max(count, 1)))
  var sum = 0.0
  for start in stride(from: 0, to: count, by: blockLength) {
    let range = start..<min(start + blockLength, count)
    if samples.count != range.count { samples = [Float](repeating: 0, count: range.count) }
    for signal in signals {
      var span = samples.mutableSpan
      try signal.read(range, into: &span)
      sum += Double(samples[0])
    }
  }
  return sum
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: floor RECORDING\n".utf8))
  exit(64)
}
let recording = try Recording(opening: CommandLine.arguments[1])
let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: acceleration.timeBase.rate)
var sum = try drain([acceleration.x, acceleration.y, FilteredSignal(acceleration.z, kernel: kernel)])
for name in try recording.stream(.deviceMotion).datasetNames {
  sum += try drain(recording.stream(.deviceMotion).signals(name))
}
print(acceleration.count, sum)
