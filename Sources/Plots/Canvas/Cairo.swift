import CCairo

/// cairo's functions, as `cairo.stroke(context)`; all are there once ``Cairo/fault`` is known to be nil.
///
/// The library is loaded when it is first asked for: with those that it needs it took an eighth of the start of every
/// command, and few draw.
let cairo = Cairo.loaded.functions

/// The loading of cairo.
enum Cairo {
  /// Why cairo cannot be used, in the system's words; nil if it can.
  static var fault: String? { loaded.fault }

  fileprivate static let loaded: (functions: ccairo_functions, fault: String?) = {
    var functions = ccairo_functions()
    let fault = ccairo_load(&functions).map { String(cString: $0) }
    return (functions, fault)
  }()
}
