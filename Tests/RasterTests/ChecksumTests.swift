import TestSupport
import Testing

@Suite("Pixels stay what they were")
struct ChecksumTests {
  @Test(
    "a run of seeded scenes of every feature has its hash", arguments: CoreScenes.Feature.allCases)
  func run(feature: CoreScenes.Feature) throws {
    #if DEBUG
      let count = 10_000
    #else
      let count = 100_000
    #endif
    let hash = CoreScenes.hash(feature, count: count)
    #expect(try #require(CoreScenes.checksum(feature, count: count)) == hash)
  }
}
