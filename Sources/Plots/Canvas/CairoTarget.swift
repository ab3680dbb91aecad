import CCairo

/// cairo's functions, called like `cairo.stroke(context)`. They may be used only if `Cairo.fault` is nil.
///
/// The library is loaded at its first use, because few commands draw. Loading it together with the libraries that it
/// needs took an eighth of the start of every command.
let cairo = Cairo.loaded.functions

/// The loading of cairo.
private enum Cairo {
  /// The system's message if cairo cannot be used; nil if it can.
  static var fault: String? { loaded.fault }

  static let loaded: (functions: ccairo_functions, fault: String?) = {
    var functions = ccairo_functions()
    let fault = ccairo_load(&functions).map { String(cString: $0) }
    return (functions, fault)
  }()
}

/// cairo's objects for one picture; they are freed with this object.
final class CairoTarget {
  // Never null: on failure, cairo returns objects in an error state.
  let context: OpaquePointer?
  let surface: OpaquePointer?
  private let format: PictureFormat
  private let sink = ByteSink()

  /// Makes a surface; cairo must support its size.
  /// - Throws: ``PlotError/cairo(operation:reason:)``, such as without cairo or memory.
  init(width: Double, height: Double, format: PictureFormat, scale: Double) throws(PlotError) {
    if let reason = Cairo.fault { throw .cairo(operation: "be loaded", reason: reason) }
    switch format {
    case .svg:
      surface = cairo.svg_surface_create_for_stream(appendToSink, sink.closure, width, height)
      // Otherwise cairo up to 1.16 writes sizes in points, and viewers would show the picture a third larger.
      cairo.svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    case .png:
      surface = cairo.image_surface_create(
        CAIRO_FORMAT_RGB24, Int32((width * scale).rounded(.up)), Int32((height * scale).rounded(.up)))
      cairo.surface_set_device_scale(surface, scale, scale)
    }
    // If the surface is in an error state, the context is too.
    context = cairo.create(surface)
    self.format = format
    try check(cairo.status(context), "make the picture")
  }

  /// Ends the drawing and returns the picture's bytes.
  /// - Throws: ``PlotError/cairo(operation:reason:)`` for the first operation that failed since the start.
  func encode() throws(PlotError) -> [UInt8] {
    try check(cairo.status(context), "draw the picture")
    switch format {
    case .png:
      try check(cairo.surface_write_to_png_stream(surface, appendToSink, sink.closure), "encode the picture")
    case .svg:
      cairo.surface_finish(surface)
      try check(cairo.surface_status(surface), "encode the picture")
    }
    return sink.bytes
  }

  private func check(_ status: cairo_status_t, _ operation: String) throws(PlotError) {
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .cairo(operation: operation, reason: cairo.status_to_string(status).map { String(cString: $0) } ?? "")
    }
  }

  deinit {
    // The last of these calls may write to the sink, which is alive until the end of this body.
    cairo.destroy(context)
    cairo.surface_destroy(surface)
  }
}

/// The bytes that cairo has written so far.
private final class ByteSink {
  var bytes: [UInt8] = []

  /// The pointer to this object that cairo passes to `appendToSink`; the object must outlive the surface.
  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private func appendToSink(
  closure: UnsafeMutableRawPointer?, data: UnsafePointer<UInt8>?, length: UInt32
) -> cairo_status_t {
  guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
  let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
  sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
  return CAIRO_STATUS_SUCCESS
}
