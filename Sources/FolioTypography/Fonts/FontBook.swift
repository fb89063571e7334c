/// A named list of font files, as a scene or a program defines it.
///
/// The order is the order of fallback: a character is taken from the first file that has it.
/// Neighbouring files with the same family name inside count as one step of that order, and the
/// weight a text asks for picks among them.
public struct FontFamily: Hashable, Sendable {
  /// The name that styles refer to.
  public var name: String
  /// The files.
  public var sources: [FontSource]

  /// A family from its files.
  public init(name: String, sources: [FontSource]) {
    self.name = name
    self.sources = sources
  }
}

/// A face at a weight within one ``FontBook``.
public struct FontReference: Hashable, Sendable {
  /// The place of the face in the book.
  let record: Int
  /// The position of the weight axis, for a face that follows the weight.
  let weight: Int?
}

/// The fonts that may be used: the families that ship (``FontBook/builtInFamilies``) and those that
/// were registered. Nothing else is ever consulted, the system's fonts least of all.
///
/// A value: register fonts first, then give it to as many engines, on as many threads, as needed.
public struct FontBook: Sendable {
  /// One face.
  struct Record: Sendable {
    var source: FontSource
    /// Whether `source.path` is a file name to be looked for in the folders.
    var isBuiltIn: Bool
    var weight: Int
    /// The range of the weight axis, if the weight follows the style.
    var weightRange: ClosedRange<Int>?
    var data: FontData?
  }

  /// One step in the order of fallback: faces that differ in weight.
  struct Step: Sendable {
    var records: [Int]
  }

  /// Where the files that ship are looked for, in order.
  public let folders: [String]

  private(set) var records: [Record] = []
  /// By the bytes of the family's name, since Swift's strings are equal when only their canonical
  /// forms are.
  private var steps: [[UInt8]: [Step]] = [:]

  /// The names of all families, the built-in ones first, then in the order of registration.
  public private(set) var familyNames: [String] = []

  /// A book of the fonts that ship.
  ///
  /// - Parameter folders: where the files are looked for, in order: what the user named, the
  ///   folder next to the program, the source tree. They are opened when a text first needs them;
  ///   a file that is in none of the folders is an error then.
  public init(folders: [String]) {
    self.folders = folders
    for family in Self.builtInFamilies {
      var list: [Step] = []
      for step in family.steps {
        var added: [Int] = []
        for file in step {
          added.append(
            index(ofBuiltIn: file)
              ?? append(
                Record(
                  source: FontSource(path: file.name), isBuiltIn: true, weight: file.weight,
                  weightRange: nil, data: nil)))
        }
        list.append(Step(records: added))
      }
      steps[Array(family.name.utf8)] = list
      familyNames.append(family.name)
    }
  }

  /// Adds a family. Every file is read and opened at once, so a missing or broken one is reported
  /// here, and its bytes are shared by all engines made from the book.
  ///
  /// - Throws: ``FontError``, naming the file.
  public mutating func register(_ family: FontFamily) throws(FontError) {
    if steps[Array(family.name.utf8)] != nil { throw .duplicateFamily(name: family.name) }
    if family.sources.isEmpty { throw .emptyFamily(name: family.name) }
    var opened: [(record: Record, familyName: String)] = []
    var read: [String: FontData] = [:]
    for source in family.sources {
      let data: FontData
      if let known = read[source.path] {
        data = known
      } else {
        data = try FontData(path: source.path)
        read[source.path] = data
      }
      let face = try FontFace(source: source, data: data)
      var range: ClosedRange<Int>? = nil
      if let axis = face.axes.first(where: { $0.tag == "wght" }),
        !source.variations.contains(where: { $0.axis == "wght" }), axis.minimum <= axis.maximum,
        axis.minimum >= 0, axis.maximum <= 1000
      {
        let least = Int(axis.minimum.rounded(.up))
        range = least...max(least, Int(axis.maximum.rounded(.down)))
        // Whether both libraries accept the variation tables shows only when they are used.
        for value in [axis.minimum, axis.maximum] {
          var moved = source
          moved.variations.append(FontVariation(axis: "wght", value: value))
          _ = try FontFace(source: moved, data: data)
        }
      }
      opened.append(
        (
          Record(
            source: source, isBuiltIn: false, weight: face.weight, weightRange: range, data: data),
          face.familyName
        ))
    }
    var list: [Step] = []
    var previous: String? = nil
    for (record, name) in opened {
      let place = append(record)
      if let previous, previous == name, !name.isEmpty {
        list[list.count - 1].records.append(place)
      } else {
        list.append(Step(records: [place]))
      }
      previous = name
    }
    steps[Array(family.name.utf8)] = list
    familyNames.append(family.name)
  }

  /// Whether there is a family of that name. Names are compared whole and by their exact bytes.
  public func contains(family name: String) -> Bool { steps[Array(name.utf8)] != nil }

  /// The weights that a family's first step of fallback has, ascending; for a variable font the
  /// ends of its range. Empty for an unknown family.
  public func weights(ofFamily name: String) -> [Int] {
    guard let first = steps[Array(name.utf8)]?.first else { return [] }
    var result: [Int] = []
    for place in first.records {
      if let range = records[place].weightRange {
        result += [range.lowerBound, range.upperBound]
      } else {
        result.append(records[place].weight)
      }
    }
    return result.sorted()
  }

  /// The faces of a family at a weight, in the order of fallback.
  func faces(ofFamily name: String, weight: Int) -> [FontReference]? {
    steps[Array(name.utf8)]?.map { step in
      let place = Self.nearest(to: weight, among: step.records, of: records)
      let range = records[place].weightRange
      return FontReference(
        record: place,
        weight: range.map { min(max(weight, $0.lowerBound), $0.upperBound) })
    }
  }

  /// The face with the nearest weight by the rule of CSS Fonts Level 4 (section 5.2): from 400 to
  /// 500 first upwards to 500, then down, then up; below 400 down, then up; above 500 up, then
  /// down. Of equal ones the first listed.
  private static func nearest(to weight: Int, among places: [Int], of records: [Record]) -> Int {
    func distance(_ place: Int) -> Int {
      if let range = records[place].weightRange, range.contains(weight) { return -1 }
      let own =
        records[place].weightRange.map { min(max(weight, $0.lowerBound), $0.upperBound) }
        ?? records[place].weight
      let gap = abs(own - weight)
      if own == weight { return 0 }
      if (400...500).contains(weight) {
        if own > weight && own <= 500 { return gap }
        return own < weight ? 1000 + gap : 2000 + gap
      }
      let preferred = weight < 400 ? own < weight : own > weight
      return preferred ? gap : 1000 + gap
    }
    var best = places[0]
    for place in places.dropFirst() where distance(place) < distance(best) { best = place }
    return best
  }

  /// How messages name a face: its file.
  func name(of reference: FontReference) -> String {
    let source = records[reference.record].source
    return source.index == 0 ? source.path : "\(source.path)#\(source.index)"
  }

  /// Opens a face.
  func open(_ reference: FontReference) throws(FontError) -> FontFace {
    let record = records[reference.record]
    var source = record.source
    if let weight = reference.weight {
      source.variations.append(FontVariation(axis: "wght", value: Double(weight)))
    }
    if let data = record.data { return try FontFace(source: source, data: data) }
    return try FontFace(source: source, data: read(record))
  }

  /// Reads all files that ship, so that the engines made from this book afterwards share their
  /// bytes.
  ///
  /// - Throws: ``FontError`` when one is missing.
  public mutating func preload() throws(FontError) {
    for i in records.indices where records[i].data == nil {
      records[i].data = try read(records[i])
    }
  }

  /// Reads a built-in file from the first folder that has it.
  private func read(_ record: Record) throws(FontError) -> FontData {
    for folder in folders {
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + record.source.path
      do throws(FontError) {
        return try FontData(path: path)
      } catch {
        guard case .notFound = error else { throw error }
      }
    }
    throw .notFound(
      file: record.source.path, lookedIn: folders.isEmpty ? ["no folder at all"] : folders)
  }

  private mutating func append(_ record: Record) -> Int {
    records.append(record)
    return records.count - 1
  }

  private func index(ofBuiltIn file: BuiltInFile) -> Int? {
    records.firstIndex { $0.isBuiltIn && $0.source.path == file.name }
  }
}
