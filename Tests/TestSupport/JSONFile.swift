import Foundation

/// Untyped access to a JSON file of reference data.
public struct JSONValue: Sendable {
  private enum Storage: Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case number(Double)
    case string(String)
    case bool(Bool)
    case null
  }

  private let storage: Storage

  /// Reads a file under `Tests/Reference`.
  public init(reference path: String) throws {
    self.init(try JSONSerialization.jsonObject(with: ReferenceData.data(path)))
  }

  private init(_ any: Any) {
    switch any {
    case let object as [String: Any]: storage = .object(object.mapValues { JSONValue($0) })
    case let array as [Any]: storage = .array(array.map { JSONValue($0) })
    case let number as NSNumber:
      storage =
        unsafe String(cString: number.objCType) == "c"
        ? .bool(number.boolValue) : .number(number.doubleValue)
    case let string as String: storage = .string(string)
    default: storage = .null
    }
  }

  /// A member of an object; null where there is none.
  public subscript(key: String) -> JSONValue {
    if case .object(let object) = storage { return object[key] ?? JSONValue(NSNull()) }
    return JSONValue(NSNull())
  }

  /// An element of an array; null beyond its end.
  public subscript(index: Int) -> JSONValue {
    array.indices.contains(index) ? array[index] : JSONValue(NSNull())
  }

  /// The elements of an array, else none.
  public var array: [JSONValue] {
    if case .array(let array) = storage { return array }
    return []
  }

  /// The keys of an object, sorted.
  public var keys: [String] {
    if case .object(let object) = storage { return object.keys.sorted() }
    return []
  }

  /// The number, else NaN.
  public var double: Double {
    switch storage {
    case .number(let n): n
    case .bool(let b): b ? 1 : 0
    default: .nan
    }
  }

  /// The number as an integer, else nil.
  public var int: Int? { Int(exactly: double) }

  /// The string, else nil.
  public var string: String? {
    if case .string(let string) = storage { return string }
    return nil
  }

  /// Whether it is JSON's true.
  public var isTrue: Bool {
    if case .bool(true) = storage { return true }
    return false
  }
}
