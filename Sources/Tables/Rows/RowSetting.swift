/// A value of the person or the equipment that the rows of a table depend on, and that an option of a stage sets: zones
/// of power depend on a threshold power.
public struct RowSetting: Hashable, Sendable, Codable {
  /// The words for the value, such as `threshold power (FTP)`.
  public var title: String
  /// The words for the quantity whose rows depend on it, such as `power`.
  public var quantity: String
  /// The text of the picture's chart column that rows which depend on it have.
  public var chart: String
  /// The type of the stage with the option.
  public var stage: String
  /// The option.
  public var option: String
  /// A usual value of it, as in the command line.
  public var example: String
  /// A column of the run's tables that has values if the quantity was recorded.
  public var neededColumn: String
  /// The column with the value that was used; nil if no table has it.
  public var valueColumn: String?
  /// The column with the origin of that value.
  public var methodColumn: String?
  /// The words for the texts of ``methodColumn`` that stand for an estimate; other texts stand for a given value.
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
