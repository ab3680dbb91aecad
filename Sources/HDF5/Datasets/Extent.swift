import CHDF5

/// The dataspace of a dataset or attribute.
struct Extent: ~Copyable {
  /// The library's dataspace.
  let handle: Handle
  /// The number of elements along each dimension; empty for a scalar, [0] for a space that holds nothing.
  let shape: [Int]
  /// The largest size of each dimension; nil for no limit.
  let maximumShape: [Int?]

  /// The number of elements, at most `Int.max`.
  var elementCount: Int { Hyperslab.product(shape) }

  /// Takes over a dataspace and reads its shape.
  init(adopting handle: consuming Handle, _ attempt: Attempt) throws(HDF5Error) {
    let rank = Int(try attempt.check(H5Sget_simple_extent_ndims(handle.id)))
    var sizes = [hsize_t](repeating: 0, count: rank)
    var limits = sizes
    if rank > 0 { try attempt.check(H5Sget_simple_extent_dims(handle.id, &sizes, &limits)) }
    let isEmpty = H5Sget_simple_extent_type(handle.id) == H5S_NULL
    shape = isEmpty ? [0] : sizes.map { Int(clamping: $0) }
    maximumShape = isEmpty ? [0] : limits.map { $0 == chdf5_unlimited() ? nil : Int(clamping: $0) }
    self.handle = handle
  }

  /// Selects a block, which must fit the extent.
  func select(_ block: Hyperslab, _ attempt: Attempt) throws(HDF5Error) {
    guard !block.count.isEmpty else { return }
    let offset = block.offset.map { hsize_t($0) }
    let count = block.count.map { hsize_t($0) }
    let stride = block.stride.map { hsize_t($0) }
    try attempt.check(H5Sselect_hyperslab(handle.id, H5S_SELECT_SET, offset, stride, count, nil))
  }

  /// A new dataspace of a shape.
  static func make(
    _ shape: [Int], isExtendible: Bool = false, _ attempt: Attempt
  ) throws(HDF5Error) -> Handle {
    guard !shape.isEmpty else { return try attempt.own(H5Screate(H5S_SCALAR)) }
    let sizes = shape.map { hsize_t($0) }
    var limits = sizes
    if isExtendible { limits[0] = chdf5_unlimited() }
    return try attempt.own(H5Screate_simple(Int32(sizes.count), sizes, limits))
  }
}

/// A block of a dataset's elements.
///
/// Along each dimension it has a first index, a number of elements, and a stride between them.
package struct Hyperslab: Sendable, Hashable, CustomStringConvertible {
  /// The first index along each dimension.
  package var offset: [Int]
  /// The number of elements along each dimension.
  package var count: [Int]
  /// The distance between elements along each dimension, at least 1.
  package var stride: [Int]

  /// A block of elements.
  /// - Parameters:
  ///   - offset: The first index along each dimension.
  ///   - count: The number of elements along each dimension.
  ///   - stride: The distances between elements; all 1 by default. HDF5 reads each element far more slowly with any
  ///     other stride.
  package init(offset: [Int], count: [Int], stride: [Int]? = nil) {
    self.offset = offset
    self.count = count
    self.stride = stride ?? Array(repeating: 1, count: count.count)
  }

  /// All elements of a shape.
  package init(all shape: [Int]) {
    self.init(offset: Array(repeating: 0, count: shape.count), count: shape)
  }

  /// Whole rows: a range along the first dimension. The shape must have at least one dimension.
  package init(rows: Range<Int>, of shape: [Int]) {
    precondition(!shape.isEmpty, "a scalar has no rows")
    self.init(all: shape)
    offset[0] = rows.lowerBound
    // `Int` cannot store the length of the longest ranges. They do not fit any shape, and `Int.max` makes `fits(_:)`
    // reject them.
    let (length, overflow) = rows.upperBound.subtractingReportingOverflow(rows.lowerBound)
    count[0] = overflow ? .max : length
  }

  /// The number of elements in the block, at most `Int.max`.
  package var elementCount: Int { Self.product(count) }

  /// "offset [0, 0], count [8192, 3]", followed by the stride if it is not 1.
  package var description: String {
    let start = "offset \(offset), count \(count)"
    return stride.allSatisfy { $0 == 1 } ? start : start + ", stride \(stride)"
  }

  /// The product of counts, at most `Int.max`. The shape in a damaged file could make the product overflow.
  static func product(_ counts: some Collection<Int>) -> Int {
    if counts.contains(0) { return 0 }
    return counts.reduce(1) { product, count in
      let (result, overflow) = product.multipliedReportingOverflow(by: count)
      return overflow ? Int.max : result
    }
  }

  /// Whether every element lies within a shape; an empty block may begin at the shape's end.
  func fits(_ shape: [Int]) -> Bool {
    guard offset.count == shape.count, count.count == shape.count, stride.count == shape.count else { return false }
    return shape.indices.allSatisfy { dimension in
      let (first, number, step) = (offset[dimension], count[dimension], stride[dimension])
      guard first >= 0, number >= 0, step >= 1, first <= shape[dimension] else { return false }
      guard number > 0 else { return true }
      let (reach, isTooFar) = (number - 1).multipliedReportingOverflow(by: step)
      return !isTooFar && reach < shape[dimension] - first
    }
  }
}
