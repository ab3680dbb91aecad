import Foundation
import Testing

@testable import SPSignals

struct FilterDesignTests {
  // scipy.signal.kaiserord (length rounded up to odd) and firwin(pass_zero=False, window=("kaiser", beta)), SciPy
  // 1.17.1: taps 0, 1, and the three up to the middle.
  @Test(arguments: [
    (
      801.92, 40.0, 80.0, 60.0, 75,
      [
        0.00017425428573459358, 0.00024913900717498316, -0.1276043370858224, -0.14393821260247291,
        0.8504674817266599,
      ]
    ),
    (
      100, 5, 10, 40, 47,
      [0.002026179511525587, 0.0021872607934761406, -0.12761128664389804, -0.14438023827567897, 0.8515195004145082]
    ),
    (
      3200, 100, 140, 80, 403,
      [
        9.88046253782742e-07, -7.203188018598904e-21, -0.07222868715206283, -0.07430132211732642,
        0.9250012896308211,
      ]
    ),
  ])
  func highPassTapsAreSciPys(
    rate: Double, stop: Double, pass: Double, attenuation: Double, count: Int, expected: [Double]
  ) throws {
    let kernel = try KaiserHighPass(stopHz: stop, passHz: pass, attenuationDB: attenuation).kernel(rate: rate)
    expectTaps(kernel, count: count, expected: expected)
    #expect(abs(kernel.gain(atHz: rate / 2) - 1) < 1e-12)
  }

  // The same with firwin(pass_zero=True).
  @Test(arguments: [
    (
      200.44, 30.0, 45.0, 60.0, 51,
      [
        -0.00023287329286048112, 2.9038658049825655e-05, 0.11126035823763658, 0.2925168227983213,
        0.37411964565352085,
      ]
    ),
    (
      801.92, 100, 150, 50, 49,
      [
        -0.0007353906623208177, -0.0005741779690202563, 0.14527911825919282, 0.2633100403551886,
        0.3117241920483411,
      ]
    ),
    (
      50, 4, 6, 30, 41,
      [-3.2102063822466325e-18, -0.004509703183017201, 0.15312296559512975, 0.1903510426134033, 0.20386350150403282]
    ),
  ])
  func lowPassTapsAreSciPys(
    rate: Double, pass: Double, stop: Double, attenuation: Double, count: Int, expected: [Double]
  ) throws {
    let kernel = try KaiserLowPass(passHz: pass, stopHz: stop, attenuationDB: attenuation).kernel(rate: rate)
    expectTaps(kernel, count: count, expected: expected)
    #expect(abs(kernel.gain(atHz: 0) - 1) < 1e-12)
  }

  private func expectTaps(_ kernel: FIRKernel, count: Int, expected: [Double]) {
    #expect(kernel.taps.count == count)
    let middle = kernel.halfLength
    let places = [0, 1, middle - 2, middle - 1, middle]
    for (place, tap) in zip(places, expected) { #expect(abs(kernel.taps[place] - tap) < 1e-14) }
  }

  @Test(arguments: [(801.92, 40.0, 80.0, 60.0), (100, 5, 10, 40), (3200, 100, 140, 80), (800, 20, 30, 70)])
  func theResponseMeetsTheDemands(rate: Double, lower: Double, upper: Double, attenuation: Double) throws {
    let ripple = pow(10, -attenuation / 20)
    let high = try KaiserHighPass(stopHz: lower, passHz: upper, attenuationDB: attenuation).kernel(rate: rate)
    let low = try KaiserLowPass(passHz: lower, stopHz: upper, attenuationDB: attenuation).kernel(rate: rate)
    // Kaiser's formula is empirical: scipy.signal.freqz finds up to 1.26 times the ripple (2 dB) inside the bands of
    // SciPy's own taps; the edges of the high-pass keep to it.
    #expect(abs(high.gain(atHz: lower)) < ripple)
    #expect(abs(high.gain(atHz: upper) - 1) < ripple)
    for fraction in stride(from: 0.0, through: 1, by: 1.0 / 64) {
      let below = lower * fraction
      let above = upper + (rate / 2 - upper) * fraction
      #expect(abs(high.gain(atHz: below)) < 1.26 * ripple)
      #expect(abs(high.gain(atHz: above) - 1) < 1.26 * ripple)
      #expect(abs(low.gain(atHz: below) - 1) < 1.26 * ripple)
      #expect(abs(low.gain(atHz: above)) < 1.26 * ripple)
    }
  }

  // scipy.special.i0
  @Test(arguments: [(0, 1), (0.5, 1.0634833707413234), (5.65326, 49.04845930258202), (20, 43558282.559553534)])
  func besselFunction(argument: Double, expected: Double) {
    #expect(abs(KaiserWindow.besselI0(argument) / expected - 1) < 1e-14)
  }

  @Test func impossibleDemandsAreRefusedWithTheirNumbers() {
    func error(_ stop: Double, _ pass: Double, _ attenuation: Double, _ rate: Double) -> FilterDesignError? {
      #expect(throws: FilterDesignError.self) {
        try KaiserHighPass(stopHz: stop, passHz: pass, attenuationDB: attenuation).kernel(rate: rate)
      }
    }
    #expect(error(40, 50, 60, 100) == .aboveNyquist(edge: "pass_hz", frequency: 50, nyquist: 50))
    #expect(
      error(80, 80, 60, 800) == .edges(lower: "stop_hz", lowerFrequency: 80, upper: "pass_hz", upperFrequency: 80))
    #expect(
      error(-1, 80, 60, 800) == .edges(lower: "stop_hz", lowerFrequency: -1, upper: "pass_hz", upperFrequency: 80))
    #expect(error(40, 80, 7.9, 800) == .attenuation(7.9, allowed: 8...100))
    #expect(error(40, 80, 101, 800) == .attenuation(101, allowed: 8...100))
    #expect(error(40, 80, 60, 0) == .rate(0))
    #expect(error(40, 40.0000001, 60, 800)?.description.contains("over the limit of 65535") == true)
    for bad in [error(.nan, 80, 60, 800), error(40, .nan, 60, 800), error(40, 80, .nan, 800), error(40, 80, 60, .nan)] {
      #expect(bad != nil)
    }
  }

  @Test func aKernelMustBeOddFiniteAndSymmetric() throws {
    for taps in [[], [1, 1], [1, 2, 3], [.nan, 1, .nan]] {
      #expect(throws: FilterDesignError.self) { try FIRKernel(taps: taps, rate: 1) }
    }
    let kernel = try FIRKernel(taps: [0.25, 0.5, 0.25], rate: 8)
    #expect(kernel.halfLength == 1)
    #expect(abs(kernel.gain(atHz: 2) - 0.5) < 1e-15)
    #expect(try FIRKernel(taps: [3], rate: 8).gain(atHz: 1) == 3)
  }
}
