/// Style and script of the page, which are part of the program and are copied into every report.
enum Assets {
  /// The style sheet.
  static let style = joined([PackageResources.page_css, PackageResources.chart_css])

  /// The script, which draws the pictures in view, sorts and filters. Tables and distributions are complete without it.
  static let script =
    "\"use strict\";\n(() => {\n"
    + joined([
      PackageResources.base_js, PackageResources.tables_js, PackageResources.figure_js, PackageResources.gallery_js,
    ]) + "})();\n"

  /// SHA-256 of the style sheet in base 64. Browsers apply the style sheet only if it matches; a test compares both.
  static let styleHash = "GuFwKwuDmZwLRBvvlq3IAT/0NdDATitRJNNRPphhNBQ="
  /// SHA-256 of the script, likewise.
  static let scriptHash = "yWNLw7BeNKmD//TuhjQP1EDyVPoUbTBKYNuBgKYON1k="

  /// The only content that the page may load and run, whatever the names of recordings contain.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  private static func joined(_ files: [[UInt8]]) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
