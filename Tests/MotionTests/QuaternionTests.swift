import SPSignals
import Testing

/// Quaternions.
struct QuaternionTests {
  private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool { ((a - b) * (a - b)).sum() < 1e-24 }

  /// scipy.spatial.transform.Rotation (SciPy 1.17.1) of these two, each of length 1.
  private let first = Quaternion(scalar: 0.5, vector: [0.5, -0.5, 0.5])
  private let second = Quaternion(scalar: 0.8, vector: [0, 0.6, 0])

  @Test("A rotation turns vectors as SciPy's does")
  func rotation() {
    // Rotation.from_quat([0.5, -0.5, 0.5, 0.5]).apply([1, 2, 3]) and of [0, 0.6, 0, 0.8].
    #expect(near(first.rotate([1, 2, 3]), [-2, -3, 1]))
    #expect(near(second.rotate([1, 2, 3]), [3.16, 2, -0.12]))
  }

  @Test("A product turns by the right one first; the conjugate turns back")
  func product() {
    #expect(near((first * second).rotate([1, 2, 3]), first.rotate(second.rotate([1, 2, 3]))))
    #expect(near((first.conjugate * first).rotate([1, 2, 3]), [1, 2, 3]))
    #expect(first.conjugate * first == .identity)
  }

  @Test("Length and sign are made canonical without another rotation; zeros and missing components have none")
  func canonical() throws {
    let long = Quaternion(scalar: -1.6, vector: [0, -1.2, 0])
    let unit = try #require(long.normalized).canonical
    #expect(abs(unit.scalar - 0.8) < 1e-15 && near(unit.vector, [0, 0.6, 0]))
    #expect(Quaternion(scalar: 0, vector: .zero).normalized == nil)
    #expect(Quaternion(scalar: .nan, vector: [1, 0, 0]).normalized == nil)
  }
}
