import FoundationEssentials

/// One feature's place in a logistic model.
public struct LogisticTerm<Feature: RawRepresentable<String> & Codable & Hashable & Sendable & CaseIterable>: Codable,
  Hashable, Sendable
{
  /// The feature.
  public var name: Feature
  /// Mean over the training set.
  public var mean: Double
  /// Standard deviation over the training set.
  public var scale: Double
  /// Weight of the standardised value.
  public var weight: Double

  package init(
    name: Feature, mean: Double, scale: Double, weight: Double
  ) {
    self.name = name
    self.mean = mean
    self.scale = scale
    self.weight = weight
  }

  /// The amount that a value adds to the log-odds.
  func logOdds(_ value: Double) -> Double { weight * (value - mean) / scale }
}

/// A model that is logistic in weighted features, as JSON.
protocol LogisticModel: LearnedFile {
  associatedtype Feature: RawRepresentable<String>, Codable, Hashable, Sendable, CaseIterable
  var features: [LogisticTerm<Feature>] { get }
  /// Log-odds if all features are at their means.
  var intercept: Double { get }
}

extension LogisticModel {
  /// Reads a model from JSON, and checks that every probability will be a number.
  static func decoded(from json: Data) throws(LearnedFileError) -> Self {
    try checkHeader(of: json)
    let model: Self
    do {
      model = try JSONDecoder().decode(Self.self, from: json)
    } catch let error as DecodingError {
      throw LearnedFileError(description: explanation(error))
    } catch {
      throw LearnedFileError(description: "\(error)")
    }
    let names = model.features.map(\.name)
    guard !names.isEmpty, Set(names).count == names.count else {
      throw LearnedFileError(description: "expected each feature once, and at least one")
    }
    // Far beyond any value of standardised features, and small enough for every score to be finite.
    let limit = 1e6
    let isSound = model.features.allSatisfy {
      (1 / limit...limit).contains($0.scale) && abs($0.mean) <= limit && abs($0.weight) <= limit
    }
    guard isSound, abs(model.intercept) <= limit else {
      throw LearnedFileError(
        description: "expected means, weights and intercept of at most 1e6 in size, and scales of 1e-6 to 1e6")
    }
    return model
  }

  private static func explanation(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context): return "\"\(place(context.codingPath + [key]))\" is missing"
    case .dataCorrupted(let context) where place(context.codingPath).hasSuffix("name"):
      let names = Feature.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      return "\"\(place(context.codingPath))\": unknown feature; expected one of \(names)"
    case .typeMismatch(let type, let context): return "\"\(place(context.codingPath))\": expected \(noun(type))"
    case .valueNotFound(let type, let context):
      return "\"\(place(context.codingPath))\": expected \(noun(type)), found null"
    // The decoder does not say which number is invalid; the header shows that the text is JSON.
    case .dataCorrupted: return "expected finite numbers, and whole ones for counts"
    @unknown default: return "\(error)"
    }
  }

  private static func noun(_ type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a string"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
