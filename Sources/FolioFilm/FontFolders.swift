import Foundation

/// Where the fonts that ship are looked for.
public enum FontFolders {
  /// The environment variable that names folders, separated by colons.
  public static let variable = "FOLIOSCOPE_FONT_PATH"

  /// The folders in the order in which they are asked: what the caller names, the environment
  /// variable, `fonts` beside the program, `../share/folioscope/fonts` from there, `fonts` of the
  /// source tree that the program lies in, and `fonts` of this package where it was built: a test of
  /// another package finds them there.
  public static func standard(named: [String] = []) -> [String] {
    var folders = named
    if let list = ProcessInfo.processInfo.environment[variable] {
      folders += list.split(separator: ":").map(String.init)
    }
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      let place = URL(fileURLWithPath: program).deletingLastPathComponent()
      folders.append(place.appendingPathComponent("fonts").path)
      folders.append(
        place.deletingLastPathComponent().appendingPathComponent("share/folioscope/fonts").path)
      // In a source tree the program lies some levels below the folder that holds the package.
      var folder = place
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        if FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("Package.swift").path)
        {
          folders.append(folder.appendingPathComponent("fonts").path)
          break
        }
      }
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let built = package.appendingPathComponent("fonts").path
    if !folders.contains(built), FileManager.default.fileExists(atPath: built) {
      folders.append(built)
    }
    return folders
  }
}
