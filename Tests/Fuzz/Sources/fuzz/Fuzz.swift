import Foundation
import FuzzTargets

// usage: fuzz [options of libFuzzer] CORPUS     with the name of a target in FUZZ_TARGET

/// The target that is fed; nothing else may be named.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.named(name) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    FileHandle.standardError.write(
      Data("FUZZ_TARGET is \"\(name)\"; expected one of \(names)\n".utf8))
    exit(64)
  }
  return target
}()

/// What libFuzzer calls for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
  target.run([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
  return 0
}
