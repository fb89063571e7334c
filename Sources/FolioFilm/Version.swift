/// Which Folioscope this is.
public enum FolioscopeVersion {
  /// The version after semver.org. It is part of every manifest, since another version may draw
  /// other pixels.
  public static let current = "0.1.0"
}
