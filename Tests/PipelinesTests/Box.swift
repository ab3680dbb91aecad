import SPPipelines

/// A stage with an option that sets defaults of others.
struct Box: Stage {
  enum Size: String, CaseIterable { case small, large }
  struct Options: StageOptions {
    var widthM = 1.0
    var size: Size?
    var depthM = 0.25
    static var fields: [OptionField<Options>] {
      [
        .number("width_m", \.widthM, unit: "m", help: "How wide it is."),
        OptionField.optional("size", \.size, .choice, help: "How large it is.").settingDefaults { options in
          switch options.size {
          case .small: (options.widthM, options.depthM) = (1, 0.5)
          case .large: (options.widthM, options.depthM) = (9, 8)
          case nil: break
          }
        },
        .number("depth_m", \.depthM, unit: "m", help: "How deep it is."),
      ]
    }
    func faults() -> [OptionFault] {
      depthM <= widthM ? [] : [OptionFault("depth_m", "expected up to width_m (\(widthM) m)")]
    }
  }

  static let type: StageType = "filters.box"
  static let summary = "Holds nothing."
  static let details = ""
  static func ports(_ options: Options) -> Ports { Ports() }
  init(_ options: Options) {}
  func run(_ workspace: inout Workspace) {}
}
