/// The version of this Folioscope.
public enum FolioscopeVersion {
  /// The version, as the manifest states it. Frames of different versions are never mixed.
  public static let current = "0.1.0"
}
