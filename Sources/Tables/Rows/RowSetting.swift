/// A value of the person or the equipment that the rows of a table depend on, and that an option of a stage sets. For
/// example, zones of power depend on a threshold power.
public struct RowSetting: Hashable, Sendable, Codable {
  /// The words for the value, such as `threshold power (FTP)`.
  public var title: String
  /// The words for the quantity whose rows depend on the value, such as `power`.
  public var quantity: String
  /// The text in the picture's chart column of the rows that depend on the value.
  public var chart: String
  /// The type of the stage with the option.
  public var stage: String
  /// The option.
  public var option: String
  /// A usual value of the option, as in the command line.
  public var example: String
  /// A column of the run's tables that has values if the quantity was recorded.
  public var neededColumn: String
  /// The column with the value that was used; nil if no table has it.
  public var valueColumn: String?
  /// The column with the origin of that value.
  public var methodColumn: String?
  /// The words for the texts of ``methodColumn`` that mean an estimate; other texts mean a given value.
  public var methods: [String: String]?

  /// Describes a setting.
  public init(
    _ title: String, of quantity: String, chart: String, stage: String, option: String, example: String,
    neededColumn: String, valueColumn: String? = nil, methodColumn: String? = nil, methods: [String: String]? = nil
  ) {
    self.title = title
    self.quantity = quantity
    self.chart = chart
    self.stage = stage
    self.option = option
    self.example = example
    self.neededColumn = neededColumn
    self.valueColumn = valueColumn
    self.methodColumn = methodColumn
    self.methods = methods
  }

  private enum CodingKeys: String, CodingKey {
    case title, quantity, chart, stage, option, example, methods
    case neededColumn = "needed_column"
    case valueColumn = "value_column"
    case methodColumn = "method_column"
  }
}
