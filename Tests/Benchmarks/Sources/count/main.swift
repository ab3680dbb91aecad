import Foundation
import SPKernels

// usage: count KERNEL ITERATIONS [PART]     runs the kernel so often, on a PART-th of its data
//        count --list                       names of the kernels, and their sizes
//        count --time KERNEL ITERATIONS     seconds of each run, one per line
var arguments = Array(CommandLine.arguments.dropFirst())
let usage = "usage: count KERNEL ITERATIONS [PART] | count --list | count --time KERNEL ITERATIONS"

func refuse(_ message: String) -> Never {
  FileHandle.standardError.write(Data("count: \(message)\n".utf8))
  exit(64)
}

if arguments == ["--list"] {
  Kernel.all.forEach { print($0.name, $0.size) }
  exit(0)
}
let isTimed = arguments.first == "--time"
if isTimed { arguments.removeFirst() }
guard arguments.count == 2 || (arguments.count == 3 && !isTimed), let iterations = Int(arguments[1]), iterations > 0,
  let part = arguments.count == 3 ? Int(arguments[2]) : 1, part > 0
else { refuse(usage) }
guard let kernel = Kernel.all.first(where: { $0.name == arguments[0] }) else {
  refuse("no kernel \"\(arguments[0])\"; expected one of \(Kernel.all.map(\.name).joined(separator: ", "))")
}
do {
  let work = try kernel.prepared(part: part)
  for _ in 0..<iterations {
    let duration = try ContinuousClock().measure { try work() }
    if isTimed { print(duration / .seconds(1)) }
  }
} catch {
  refuse("\(kernel.name): \(error)")
}
