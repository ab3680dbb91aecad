import Foundation
import Swingpipe

for path in CommandLine.arguments.dropFirst() {
  for found in try Recording(contentsOf: URL(filePath: path)).findSwings().decided.labelled {
    print(path, found.label, found.swing.startTime, separator: "\t")
  }
}
