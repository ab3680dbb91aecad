/// The example of a pipeline's tests that help and messages show.
enum TestExample {
  /// A member of a pipeline file.
  static let text = """
      "tests": [
        { "recording": "../Data/baseball-000001.h5",
          "expect": { "hits": 5, "misses_at_least": 2, "f1_at_least": 0.95 } }
      ]
    """
}
