import SPBatches

/// A page about runs: the output folders that it covers, and its file.
package struct ReportPage {
  package let folders: [String]
  /// The name of the file for the page, without a folder.
  package let fileName: String

  /// The output folders of runs. A folder with a run per sport is replaced by the folders of its runs.
  package static func folders(of outputs: [String]) -> [String] {
    outputs.flatMap { output in
      let runs = OutputFolder(output).runsInside.map(\.path)
      return runs.isEmpty ? [output] : runs
    }
  }

  /// The pages about output folders: one page, or a page for each kind of main table if the runs in a single folder
  /// have several kinds. Runs without a main table are on the first page.
  package static func pages(of outputs: [String]) -> [ReportPage] {
    let folders = folders(of: outputs)
    let kinds = folders.map { OutputFolder($0).dictionaries().main?.row?.plural }
    let known = Set(kinds.compactMap(\.self)).sorted()
    guard outputs.count == 1, known.count > 1 else { return [ReportPage(folders: folders, fileName: "report.html")] }
    return known.map { kind in
      let own = zip(folders, kinds).filter { ($1 ?? known[0]) == kind }.map(\.0)
      return ReportPage(folders: own, fileName: "report-\(kind.replacing(" ", with: "_")).html")
    }
  }
}
