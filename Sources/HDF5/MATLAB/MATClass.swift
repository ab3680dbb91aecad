import CMatio

/// The classes of MATLAB's variables, by their names in the attribute `MATLAB_class` of version 7.3.
enum MATClass: String {
  case double, single, int8, uint8, int16, uint16, int32, uint32, int64, uint64, logical
  case structure = "struct"
  case char, cell, sparse, function_handle, object

  init(_ variable: matvar_t) {
    self =
      switch variable.class_type {
      case MAT_C_DOUBLE: .double
      case MAT_C_SINGLE: .single
      case MAT_C_INT8: .int8
      case MAT_C_UINT8: variable.isLogical == 0 ? .uint8 : .logical
      case MAT_C_INT16: .int16
      case MAT_C_UINT16: .uint16
      case MAT_C_INT32: .int32
      case MAT_C_UINT32: .uint32
      case MAT_C_INT64: .int64
      case MAT_C_UINT64: .uint64
      case MAT_C_STRUCT: .structure
      case MAT_C_CHAR: .char
      case MAT_C_CELL: .cell
      case MAT_C_SPARSE: .sparse
      case MAT_C_FUNCTION: .function_handle
      default: .object
      }
  }

  /// The type of the elements; nil if they are not numbers.
  var element: (any HDF5Element.Type)? {
    switch self {
    case .double: Double.self
    case .single: Float.self
    case .int8: Int8.self
    case .uint8, .logical: UInt8.self
    case .int16: Int16.self
    case .uint16: UInt16.self
    case .int32: Int32.self
    case .uint32: UInt32.self
    case .int64: Int64.self
    case .uint64: UInt64.self
    case .structure, .char, .cell, .sparse, .function_handle, .object: nil
    }
  }

  /// What a variable of this class holds, if it is not numbers.
  var title: String {
    switch self {
    case .structure: "several structures, or one too deep in others"
    case .char: "a text"
    case .cell: "a cell array"
    case .sparse: "a sparse matrix"
    case .function_handle: "a function"
    default: "an object"
    }
  }
}
