import SPTables
import Testing

struct TextTableTests {
  @Test func columnsAreAsWideAsTheirTextsOnATerminal() {
    var table = TextTable([("name", .left), ("count", .right)])
    table.append(["手首左", "1"])
    table.append(["e\u{301}", "20"])
    #expect(table.text == "name    count\n手首左      1\ne\u{301}          20\n")
  }
}
