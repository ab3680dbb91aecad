import Foundation
import SPImporting
import Testing

/// Files that are no labels.
struct LabelFaultTests {
  private func fault(_ bytes: [UInt8], _ format: LabelFormat? = nil) -> String {
    message { _ = try LabelTrack(bytes, path: "x", format: format) }
  }

  static let texts: [(text: String, fault: String)] = [
    ("", "x: is empty; expected a file of labels"),
    ("# nothing\n\n \n", "x: has no line with text; expected labels"),
    ("a\nb\u{0}c\n", "x: is not text; expected a file of labels"),
    ("\u{89}HDF", "x:1: has no column of contacts"),
    ("PK\u{3}\u{4}xl/workbook.xml", "x: is an archive, as spreadsheets are; expected text: save it as CSV"),
    (
      "<?xml version=\"1.0\"?>\n<ANNOTATION_DOCUMENT AUTHOR=\"\">",
      "x:1: is an ELAN document; expected its export: in ELAN, File > Export As > Tab-delimited Text"
    ),
    ("<html>", "x:1: is XML or HTML; expected a text file of labels"),
    (
      "index,peak\n1,2\n",
      "x:1: has no column of contacts; expected a header with one of contact_time_s, contact_time, onset_time_s, onset_s, "
        + "end_time_s, end_s, time_s, time, found \"index\", \"peak\""
    ),
    ("time_s,Time_s\n1,2\n", "x:1: has two columns \"Time_s\"; expected each name once"),
    ("time_s,label\n1,hit\n2\n", "x:3: has 1 columns; expected 2, as in the header"),
    (
      "time_s,label\n1,5,hit\n",
      "x:2: has 3 columns; expected 2, as in the header (numbers with a decimal comma need semicolons or tabs between "
        + "columns)"
    ),
    ("time_s\n\n1:30\n", "x:3: column \"time_s\" is \"1:30\"; expected a number of seconds"),
    ("time_s\nnan\n", "x:2: column \"time_s\" is \"nan\"; expected a number of seconds"),
    ("time_s\n1e999\n", "x:2: column \"time_s\" is \"1e999\"; expected a number of seconds"),
    ("time_s,label\n,hit\n", "x:2: column \"time_s\" is \"\"; expected a number of seconds"),
    (
      "start_time_s,contact_time_s\nsoon,2\n",
      "x:2: column \"start_time_s\" is \"soon\"; expected a number of seconds"
    ),
    ("time_s,label\n1,\"hit\n", "x:2: has a quote that is not closed; expected it on this line"),
    (
      "start_time_s,contact_time_s\n2,1\n",
      "x:2: starts at 2.0 s and ends at 1.0 s; expected the start before the end"
    ),
    ("1.0\t2.0\ta\n3.0\n", "x:2: has 1 column; expected start, end and text between tabs"),
    ("1.0\t2.0\ta\nx\t2.0\tb\n", "x:2: the start is \"x\"; expected a number of seconds"),
    ("1.0\t2.0\ta\n1.0\t\tb\n", "x:2: the end is \"\"; expected a number of seconds"),
    ("2.0\t1.0\ta\n", "x:1: starts at 2.0 s and ends at 1.0 s; expected the start before the end"),
    (
      "a\t00:00:01.000\t00:00:02.000\thit\na\t00:00:03.000\thit\n",
      "x:2: has 3 columns; expected 4, as in the line at the top"
    ),
    (
      "a\t00:00:01:10\t00:00:02:00\thit\n",
      "x:1: has no begin and end times ahead of an annotation; expected ELAN's tab-delimited text with times as "
        + "hh:mm:ss.ms, ss.msec or msec"
    ),
    (
      "Begin Time - msec\tswings\n1\thit\n",
      "x:1: has no begin or no end times; expected an export with both, as hh:mm:ss.ms, ss.msec or msec"
    ),
    ("Begin Time - msec\tEnd Time - msec\n", "x:1: has no column of annotations; expected one beside the times"),
    ("Begin Time - msec\tEnd Time - msec\ta\n1\tlate\thit\n", "x:2: column 2 is \"late\"; expected a time"),
  ]

  @Test("Each is told with its line and what was expected", arguments: texts)
  func told(_ item: (text: String, fault: String)) {
    let found = fault(Array(item.text.utf8))
    #expect(item.fault.hasSuffix("contacts") ? found.hasPrefix(item.fault) : found == item.fault)
  }

  @Test("UTF-16 is told from what is no text, with and without its mark")
  func encodings() {
    let text = "time_s\n1.5\n2.5\n"
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let expected = "x: is in UTF-16; expected UTF-8: save it as UTF-8"
    #expect(fault([0xFF, 0xFE] + utf16) == expected)
    #expect(fault(utf16) == expected)
    #expect(fault([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == expected)
    #expect(fault([0x89] + Array("HDF\r\n".utf8)) == "x: is HDF5; expected a text file of labels")
    // "Rückhand" as Windows once wrote it.
    #expect(
      fault(Array("time_s,label\n1,R".utf8) + [0xFC] + Array("ckhand\n".utf8))
        == "x:2: is not UTF-8; expected the file to be saved as UTF-8")
  }

  @Test("A file of the size of a recording is not read to its end")
  func large() throws {
    let folder = try ImportScratch()
    let path = folder.path + "/large.csv"
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    #expect(
      message { _ = try LabelTrack(contentsOf: path) } == "\(path): is larger than 64 MiB; expected a file of labels")
  }
}
