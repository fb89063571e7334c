/// When a golden is written.
///
/// Except ``never`` and what passes under the others, writing always fails the test: a run that
/// recorded has proved nothing.
public enum RecordMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing is written but artifacts of failures.
  case never
  /// A golden that is not there is written.
  case missing
  /// Goldens that are not there or that fail are written; what passes is left alone.
  case changed
  /// Every golden is written; files whose bytes are the same are left alone.
  case all
  /// Like ``changed``, but written beside the golden as `NAME.golden.new`, which is never read as a
  /// reference, for somebody to accept.
  case propose
}

/// Decides the record mode of a run from what asks for one.
public struct RecordPolicy: Hashable, Sendable {
  /// The mode.
  public let mode: RecordMode
  /// Where it comes from, for the line that a run prints once.
  public let origin: String

  /// The variables by which machines that build for others are known.
  static let vendorVariables = [
    "APPVEYOR", "BITBUCKET_BUILD_NUMBER", "BUDDY", "BUILDKITE", "CIRCLECI", "CIRRUS_CI",
    "CODEBUILD_BUILD_ID", "DRONE", "GITEA_ACTIONS", "GITHUB_ACTIONS", "GITLAB_CI", "HUDSON_URL",
    "JENKINS_URL", "SEMAPHORE", "TEAMCITY_VERSION", "TF_BUILD", "TRAVIS", "WOODPECKER_CI",
    "XCS",
  ]

  /// The variable that shows that this is an automatic build, or `nil`.
  ///
  /// `CI` set to anything but nothing, `0` and `false`, or a variable of a vendor that is not empty.
  public static func automaticBuild(_ environment: [String: String]) -> String? {
    if let value = environment["CI"], !["", "0", "false"].contains(value.lowercased()) {
      return "CI"
    }
    return vendorVariables.first { environment[$0].map { !$0.isEmpty } ?? false }
  }

  /// The mode of a run.
  ///
  /// An argument beats a trait, a trait beats the variable `GOLDEN_RECORD`, and without all of them
  /// it is `never` in an automatic build and `missing` elsewhere. In an automatic build any other
  /// mode is an error unless `GOLDEN_RECORD_IN_CI` is `1`: a picture that a build writes is seen by
  /// nobody.
  ///
  /// - Throws: ``GoldenError/usage(_:)``.
  public init(
    argument: RecordMode? = nil, trait: RecordMode? = nil, environment: [String: String]
  ) throws(GoldenError) {
    let build = RecordPolicy.automaticBuild(environment)
    let asked: (RecordMode, String)?
    if let argument {
      asked = (argument, "the assertion's argument")
    } else if let trait {
      asked = (trait, "the suite")
    } else if let value = environment["GOLDEN_RECORD"], !value.isEmpty {
      guard let mode = RecordMode(rawValue: value) else {
        throw .usage(
          "GOLDEN_RECORD is \"\(value)\", expected one of "
            + RecordMode.allCases.map(\.rawValue).joined(separator: ", "))
      }
      asked = (mode, "GOLDEN_RECORD")
    } else {
      asked = nil
    }
    guard let (mode, origin) = asked else {
      self.mode = build == nil ? .missing : .never
      self.origin = build.map { "\($0) is set" } ?? "the default"
      return
    }
    if let build, mode != .never, environment["GOLDEN_RECORD_IN_CI"] != "1" {
      throw .usage(
        "record mode \(mode.rawValue) by \(origin) is refused in an automatic build (\(build) is "
          + "set); set GOLDEN_RECORD_IN_CI=1 to record all the same")
    }
    self.mode = mode
    self.origin = origin
  }
}
