import CCairo

/// cairo's functions, called like `cairo.stroke(context)`; they may be used only if ``Cairo/fault`` is nil.
///
/// The library is loaded at its first use, since few commands draw: loading it with the libraries that it needs took an
/// eighth of the start of every command.
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
