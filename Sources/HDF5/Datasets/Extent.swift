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
