/// A part of the project that takes bytes from outside, and is fed with damaged ones.
///
/// Whatever the bytes are, it ends: with a result or an error, never by a signal, in bounded time and memory.
public struct FuzzTarget: Sendable {
  /// Its name, that of its folders of seeds and findings too.
  public let name: String
  /// What is fed, in a few words.
  public let summary: String
  private let body: @Sendable ([UInt8]) throws -> Void

  init(_ name: String, _ summary: String, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.summary = summary
    self.body = body
  }

  /// Feeds bytes; an error is as good an end as a result.
  public func run(_ bytes: [UInt8]) {
    do { try feed(bytes) } catch { _ = "\(error)" }
  }

  /// Feeds bytes, and throws what it has against them.
  public func feed(_ bytes: [UInt8]) throws { try body(bytes) }

  /// All of them.
  public static let all = texts + tables + recordings + [live]

  /// The target of that name.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
