/// Whether names may lead through soft and external links.
///
/// One policy covers both kinds, at the end of a path and inside it. Hard links are ordinary names and are not
/// concerned.
public enum LinkPolicy: String, Sendable, Hashable, CaseIterable {
  /// Every access through a soft or external link is an error that names the link's target, and so is a dataset whose
  /// values lie in other files (external storage, virtual datasets): all data is read from the file itself, under its
  /// own name. This is the default, as a file of unknown origin could otherwise cause any other file to be read.
  case refuse
  /// Links are followed; one that leads nowhere is an error of its own.
  case follow
}
