/// The background of a picture, and the conversion of colours for it.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark ink on white.
  case light
  /// Light ink on near black, for slides and dark pages.
  case dark

  /// The factor for the opacity of translucent greys on the dark ground, where the eye distinguishes shades less well.
  private static let shade = 2.5
  /// The smallest component of a colour in the dark theme: near black, on which light text is easier to read than on
  /// black.
  private static let ground = 0.07

  /// The colour to draw in place of one that was chosen for a white ground.
  ///
  /// On the dark ground the HSL lightness L of greys, and of other colours with L below 0.5, becomes 1 - L. Hue and
  /// saturation stay, so 1 - (largest + smallest) is added to each component. Then components are scaled from 0 to 1 to
  /// `ground` to 1.
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
