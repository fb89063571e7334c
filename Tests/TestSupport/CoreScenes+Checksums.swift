// The hashes of runs of scenes, as the first correct build gave them: any change of a byte shows
// here, on every machine. They say that bytes stayed the same, not that they are right; that is for
// the other tests. A change that means to change bytes updates them and says so.

extension CoreScenes {
  /// The hash of a run of 10,000 or 100,000 scenes; `nil` for other numbers.
  public static func checksum(_ feature: Feature, count: Int) -> UInt64? {
    switch (feature, count) {
    case (.fills, 10_000): return 0xD1F5_D3E8_2DB8_F5BA
    case (.strokes, 10_000): return 0x6953_5FDA_3C92_D933
    case (.gradients, 10_000): return 0x5874_4AC9_0D00_2B58
    case (.images, 10_000): return 0xF281_FD58_EBDA_2085
    case (.groups, 10_000): return 0xF11E_14B8_4011_B821
    case (.blurs, 10_000): return 0xEE1D_BBF2_4DC6_2250
    default: return nil
    }
  }
}
