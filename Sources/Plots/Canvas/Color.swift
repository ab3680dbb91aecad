/// A colour: red, green, blue and opacity, each from 0 to 1.
public struct Color: Hashable, Sendable {
  /// Red, in sRGB.
  public var red: Double
  /// Green, in sRGB.
  public var green: Double
  /// Blue, in sRGB.
  public var blue: Double
  /// Opacity.
  public var alpha: Double

  /// Makes a colour from its parts.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a colour as in CSS: `0xRRGGBB`.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
      alpha: alpha)
  }

  /// The same colour with another opacity.
  public func opacity(_ alpha: Double) -> Color {
    var copy = self
    copy.alpha = alpha
    return copy
  }
}

/// Colours that distinguish series, for readers with any colour vision.
///
/// Source: Okabe and Ito, "Color Universal Design: how to make figures and presentations that are friendly to
/// colorblind people" (2008), https://jfly.uni-koeln.de/color/; recommended by Wong, "Color blindness", Nature
/// Methods 8 (2011) 441.
extension Color {
  /// Okabe and Ito's orange.
  package static let orange = Color(hex: 0xE69F00)
  /// Okabe and Ito's sky blue.
  package static let skyBlue = Color(hex: 0x56B4E9)
  /// Okabe and Ito's bluish green.
  public static let green = Color(hex: 0x009E73)
  /// Okabe and Ito's blue.
  public static let blue = Color(hex: 0x0072B2)
  /// Okabe and Ito's vermillion.
  public static let vermillion = Color(hex: 0xD55E00)
  /// Okabe and Ito's reddish purple.
  package static let purple = Color(hex: 0xCC79A7)
  /// Black.
  public static let black = Color(hex: 0x000000)
  /// White.
  package static let white = Color(hex: 0xFFFFFF)

  /// The palette's colours for lines on white, in the order of use. Further series start again with the first colour.
  package static let series: [Color] = [.blue, .vermillion, .green, .purple, .orange, .skyBlue, .black]
}

/// The background of a picture, and the conversion of colours for it.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark ink on white.
  case light
  /// Light ink on near black, for slides and dark pages.
  case dark

  /// The factor for the opacity of translucent greys on the dark ground, where the eye distinguishes shades less well.
  private static let shade = 2.5
  /// The smallest component of a colour in the dark theme: near black. Light text is easier to read on it than on
  /// black.
  private static let ground = 0.07

  /// The colour to draw instead of a colour that was chosen for a white ground.
  ///
  /// On the dark ground the HSL lightness L of greys, and of other colours with L below 0.5, becomes 1 - L. Hue and
  /// saturation stay the same, so 1 - (largest + smallest) is added to each component. Then components are scaled from
  /// 0 to 1 to `ground` to 1.
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
