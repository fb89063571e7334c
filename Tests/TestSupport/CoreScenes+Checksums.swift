// The hashes of runs of scenes, as the first correct build gave them: any change of a byte shows
// here, on every machine. They say that bytes stayed the same, not that they are right; that is for
// the other tests: `ReferenceTests` draws the very same scenes, blurs excepted, in the plainest way.
// A change that means to change bytes updates them and says so.

extension CoreScenes {
  /// The hash of a run of 1,000, 10,000 or 100,000 scenes; `nil` for other numbers.
  public static func checksum(_ feature: Feature, count: Int) -> UInt64? {
    switch (feature, count) {
    case (.fills, 1000): return 0xB5D3_F85A_C0BC_81C9
    case (.strokes, 1000): return 0xAC79_447A_4F6C_EF4A
    case (.gradients, 1000): return 0x6F73_1B54_A66D_5D3A
    case (.images, 1000): return 0x0208_1220_3746_357B
    case (.groups, 1000): return 0x12B0_55D0_CD28_DA8B
    case (.blurs, 1000): return 0x6AC2_6FAA_64A5_FD4A
    case (.fills, 10_000): return 0xD1F5_D3E8_2DB8_F5BA
    case (.strokes, 10_000): return 0x36A2_8CBC_8DC8_B9EA
    case (.gradients, 10_000): return 0x5874_4AC9_0D00_2B58
    case (.images, 10_000): return 0xF281_FD58_EBDA_2085
    case (.groups, 10_000): return 0xF11E_14B8_4011_B821
    case (.blurs, 10_000): return 0xEE1D_BBF2_4DC6_2250
    case (.fills, 100_000): return 0x5504_70B6_2C31_4D55
    case (.strokes, 100_000): return 0x4452_7B3F_0271_0611
    case (.gradients, 100_000): return 0xF4B4_5A72_F8B3_ED7A
    case (.images, 100_000): return 0x9079_7D09_628B_CC0A
    case (.groups, 100_000): return 0x568B_ADD1_0E2A_E1A8
    case (.blurs, 100_000): return 0x9E3D_BC7C_1686_0797
    default: return nil
    }
  }
}
