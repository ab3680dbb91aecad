/// On what ground a picture is drawn.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark ink on white.
  case light
  /// Light ink on near black, for slides and dark pages.
  case dark

  /// How much more opaque a shade of grey is on the dark ground, on which the eye tells less apart.
  private static let shade = 2.5
  /// The darkest that the dark theme draws: near black, on which light text is easier to read than on black.
  private static let ground = 0.07

  /// The colour that is drawn for one that was chosen for a white ground.
  ///
  /// On the dark ground greys are turned around, and colours that are darker than half are as light as they were dark:
  /// lightness L of HSL becomes 1 - L while hue and saturation stay, which adds 1 - (largest + smallest) to each part.
  func shown(_ color: Color) -> Color {
    guard self == .dark else { return color }
    let parts = [color.red, color.green, color.blue]
    guard let smallest = parts.min(), let largest = parts.max() else { return color }
    let isGrey = largest - smallest < 0.05
    let shift = isGrey ? 1 - largest - smallest : max(0, 1 - largest - smallest)
    func part(_ value: Double) -> Double { Self.ground + (1 - Self.ground) * (value + shift) }
    let alpha = isGrey && color.alpha < 1 ? min(1, color.alpha * Self.shade) : color.alpha
    return Color(red: part(color.red), green: part(color.green), blue: part(color.blue), alpha: alpha)
  }
}
