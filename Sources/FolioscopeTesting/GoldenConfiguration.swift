import FolioGolden
import Foundation
import Testing

/// What golden assertions share: set by a trait or by ``withGolden(record:folder:tolerance:keep:_:)``
/// and valid for everything that runs inside.
///
/// A value that is not set here is that of the next configuration outside, and at last the default.
public struct GoldenConfiguration: Sendable {
  /// When goldens are written.
  public var record: RecordMode?
  /// The folder with the goldens, relative to the test's source file; `Goldens` by default.
  public var folder: String?
  /// What may differ, where an assertion says nothing; exact by default.
  public var tolerance: Tolerance?
  /// Which pictures a recording keeps, where an assertion says nothing.
  public var keep: Keep?

  /// A configuration that sets some values.
  public init(
    record: RecordMode? = nil, folder: String? = nil, tolerance: Tolerance? = nil,
    keep: Keep? = nil
  ) {
    self.record = record
    self.folder = folder
    self.tolerance = tolerance
    self.keep = keep
  }

  /// The configuration that holds here.
  @TaskLocal public static var current = GoldenConfiguration()

  /// The configuration with what another one sets.
  func overridden(by other: GoldenConfiguration) -> GoldenConfiguration {
    GoldenConfiguration(
      record: other.record ?? record, folder: other.folder ?? folder,
      tolerance: other.tolerance ?? tolerance, keep: other.keep ?? keep)
  }
}

/// Sets values for all golden assertions inside of a body; for `invokeTest` of an `XCTestCase`.
///
/// ```swift
/// override func invokeTest() {
///   withGolden(record: .changed) { super.invokeTest() }
/// }
/// ```
public func withGolden<R>(
  record: RecordMode? = nil, folder: String? = nil, tolerance: Tolerance? = nil,
  keep: Keep? = nil, _ body: () throws -> R
) rethrows -> R {
  let configuration = GoldenConfiguration.current.overridden(
    by: GoldenConfiguration(record: record, folder: folder, tolerance: tolerance, keep: keep))
  return try GoldenConfiguration.$current.withValue(configuration, operation: body)
}

/// Sets values for all golden assertions inside of an asynchronous body.
public func withGolden<R>(
  record: RecordMode? = nil, folder: String? = nil, tolerance: Tolerance? = nil,
  keep: Keep? = nil, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async rethrows -> R {
  let configuration = GoldenConfiguration.current.overridden(
    by: GoldenConfiguration(record: record, folder: folder, tolerance: tolerance, keep: keep))
  return try await GoldenConfiguration.$current.withValue(configuration, operation: body)
}

/// The trait that configures the golden assertions of a suite or a test.
///
/// ```swift
/// @Suite(.golden(record: .never)) struct PagerTests { … }
/// ```
public struct GoldenTrait: SuiteTrait, TestTrait, TestScoping {
  private let configuration: GoldenConfiguration

  init(_ configuration: GoldenConfiguration) { self.configuration = configuration }

  /// The suites inside take part too.
  public var isRecursive: Bool { true }

  /// Runs a test with the configuration.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let merged = GoldenConfiguration.current.overridden(by: configuration)
    try await GoldenConfiguration.$current.withValue(merged) { try await function() }
  }
}

extension Trait where Self == GoldenTrait {
  /// Configures the golden assertions of a suite or a test; what is not given stays as it is outside.
  ///
  /// - Parameters:
  ///   - record: When goldens are written.
  ///   - folder: The folder with the goldens, relative to the test's source file.
  ///   - tolerance: What may differ, where an assertion says nothing.
  ///   - keep: Which pictures a recording keeps, where an assertion says nothing.
  public static func golden(
    record: RecordMode? = nil, folder: String? = nil, tolerance: Tolerance? = nil,
    keep: Keep? = nil
  ) -> GoldenTrait {
    GoldenTrait(
      GoldenConfiguration(record: record, folder: folder, tolerance: tolerance, keep: keep))
  }
}
