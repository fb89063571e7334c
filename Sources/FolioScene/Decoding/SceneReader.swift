/// A scene that was read, and what is known about its reading.
public struct SceneDocument: Sendable {
  /// The scene.
  public var scene: Scene
  /// Faults that do not stop the rendering.
  public var warnings: DiagnosticList
  /// The files that were read: the scene's own first, then those it includes and its strings.
  public var sources: [SourceFile]
}

/// Reads scene files: YAML, or JSON, which is YAML too.
///
/// All faults of a scene are found in one reading, each with its place:
///
/// ```swift
/// do {
///   let document = try SceneReader().read(contentsOf: "banner.folio.yaml")
///   print(document.scene.pages.count)
/// } catch {
///   print(error)            // file:line:column: error: …
///   exit(error.exitStatus)  // 65, 66 or 77
/// }
/// ```
public struct SceneReader: Sendable {
  /// What a reading may do, and what it takes from outside the file.
  public struct Options: Sendable {
    /// The locale instead of the scene's own; `nil` keeps that.
    public var locale: String?
    /// Values for variables of the scene's `vars`, by name, which must be there.
    public var variables: [(name: String, value: String)]
    /// Whether the files that the scene names are looked up, and its includes and strings read.
    public var checksFiles: Bool
    /// Whether files outside the folder of the scene may be named.
    public var allowsOutsideFiles: Bool
    /// How much a file may hold.
    public var limits: YAMLLimits

    /// Options: files are looked up, and must lie in the scene's folder, unless told otherwise.
    public init(
      locale: String? = nil, variables: [(name: String, value: String)] = [],
      checksFiles: Bool = true, allowsOutsideFiles: Bool = false, limits: YAMLLimits = YAMLLimits()
    ) {
      self.locale = locale
      self.variables = variables
      self.checksFiles = checksFiles
      self.allowsOutsideFiles = allowsOutsideFiles
      self.limits = limits
    }
  }

  /// What a reading may do.
  public var options: Options

  /// A reader.
  public init(options: Options = Options()) { self.options = options }

  /// Reads a file.
  ///
  /// - Throws: every fault found, if one of them is an error.
  public func read(contentsOf path: String) throws(DiagnosticList) -> SceneDocument {
    let bytes: [UInt8]
    do {
      bytes = try FileProbe.read(path, limit: options.limits.bytes)
    } catch {
      throw DiagnosticList([SceneReader.diagnostic(error, path, options.limits.bytes)])
    }
    return try read(bytes, path: path)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the file's path, for messages; paths in the scene count from its folder.
  /// - Throws: every fault found, if one of them is an error.
  public func read(_ bytes: [UInt8], path: String) throws(DiagnosticList) -> SceneDocument {
    let (scene, faults, sources) = decode(bytes, path: path)
    guard let scene, faults.errors.isEmpty else { throw faults }
    return SceneDocument(scene: scene, warnings: faults, sources: sources)
  }

  /// Reads as much of a file as can be understood, for a check that goes on to the pictures and
  /// texts of a scene whose file has faults.
  ///
  /// - Returns: the scene, if there is enough of one, and every fault found.
  public func inspect(contentsOf path: String) -> (scene: Scene?, faults: DiagnosticList) {
    let bytes: [UInt8]
    do {
      bytes = try FileProbe.read(path, limit: options.limits.bytes)
    } catch {
      return (nil, DiagnosticList([SceneReader.diagnostic(error, path, options.limits.bytes)]))
    }
    let (scene, faults, _) = decode(bytes, path: path)
    return (scene, faults)
  }

  private func decode(
    _ bytes: [UInt8], path: String
  ) -> (scene: Scene?, faults: DiagnosticList, sources: [SourceFile]) {
    let file = SourceFile(path: path, bytes: bytes)
    let context = DecodingContext(options: options, file: file)
    let (root, found) = YAMLComposer.compose(file, limits: options.limits)
    context.append(found)
    var scene: Scene?
    if let root {
      scene = Scene.decode(context.merged(root), context)
      if let scene { context.append(scene.validate()) }
    }
    let faults = DiagnosticList(context.faults, mainFile: path, omitted: context.omitted)
    return (scene, faults, [file] + context.sources)
  }

  private static func diagnostic(
    _ fault: FileProbe.ReadFault, _ path: String, _ limit: Int
  ) -> Diagnostic {
    switch fault {
    case .tooLarge(let bytes):
      return Diagnostic(
        .error, .limit, "the file has \(bytes) bytes; the limit is \(limit)", path: path)
    case .kind(let kind):
      switch kind {
      case .missing:
        return Diagnostic(.error, .missingFile, "the scene does not exist", path: path)
      case .forbidden:
        return Diagnostic(
          .error, .unreadableFile, "the scene may not be read", path: path,
          hint: "check the permissions of the file and its folders")
      case .unusable(let reason):
        return Diagnostic(
          .error, .missingFile, "the scene cannot be opened: \(reason)", path: path)
      default:
        return Diagnostic(
          .error, .notAFile, "a scene is a file; this is \(kind.name)", path: path)
      }
    }
  }
}
