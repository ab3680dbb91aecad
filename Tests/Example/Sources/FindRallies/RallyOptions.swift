import Swingpipe

/// Options of `features.rally`.
struct RallyOptions: StageOptions {
  var maxPauseS = 5.0
  var minSwings = 1

  static var fields: [OptionField<Self>] {
    [
      .number(
        "max_pause_s", \.maxPauseS, in: .above(0, through: 3600), unit: "s",
        help: "Longest time between the anchors of two swings of one rally."),
      .integer("min_swings", \.minSwings, in: 1...1000, help: "Rallies of fewer swings are left out."),
    ]
  }
}
