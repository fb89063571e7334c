// Most of a frame has been coded before where a pager moves up or down, or between bars that stand
// still. A stripe's bytes are a function of its rows, so they can be copied instead of being made
// again. Because a stripe ends where its rows say, rows that have moved still make the same stripes,
// but for those at the top and the bottom and those that something crosses.
//
// What was found or missed changes no byte, so threads may use one cache in any order.

import FolioRaster
import Synchronization

extension PNGEncoder {
  /// Stripes that were coded lately, to be copied when the same rows are coded again.
  ///
  /// Two stripes count as the same if their rows' hashes (``FolioRaster/RowHash``) are, and both or
  /// neither end the image. May be used by several threads at once.
  public final class StripeCache: Sendable {
    /// The encoder whose stripes are kept.
    public let encoder: PNGEncoder
    /// How many bytes of stripes are kept at most, in two generations of half as many each.
    public let byteLimit: Int

    /// What a stripe is found by.
    struct Key: Hashable {
      private let first: UInt64
      private let second: UInt64
      private let rowCount: Int
      private let isLast: Bool

      /// The key of rows with these hashes.
      init(_ hashes: ArraySlice<UInt64>, isLast: Bool) {
        // Two different folds: together as wide as a row's accidents are rare.
        var (first, second) = (0x4528_21E6_38D0_1377 as UInt64, 0xBE54_66CF_34E9_0C6C as UInt64)
        for hash in hashes {
          first = RowHash.fold(first ^ hash)
          second = RowHash.fold(second &+ hash &* 0xC0AC_29B7_C97C_50DD)
        }
        self.first = first
        self.second = second
        rowCount = hashes.count
        self.isLast = isLast
      }
    }

    private struct Contents {
      var recent: [Key: Stripe] = [:]
      var older: [Key: Stripe] = [:]
      var recentBytes = 0
      var hits = 0
      var misses = 0
    }

    private let contents = Mutex(Contents())

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - encoder: Whose stripes are kept.
    ///   - byteLimit: How many bytes of stripes are kept at most, by default as many as a frame has
    ///     before it is coded: files of pages take a tenth to a third of it.
    public init(for encoder: PNGEncoder, byteLimit: Int? = nil) {
      self.encoder = encoder
      self.byteLimit =
        byteLimit ?? encoder.width * encoder.height * encoder.colorType.bytesPerPixel
    }

    /// How many bytes of stripes are kept now.
    public var byteCount: Int {
      contents.withLock { contents in
        [contents.recent, contents.older].reduce(0) { total, generation in
          generation.values.reduce(total) { $0 + $1.bytes.count }
        }
      }
    }

    /// How many stripes were found, and how many were not.
    public var counts: (hits: Int, misses: Int) { contents.withLock { ($0.hits, $0.misses) } }

    func stripe(_ key: Key) -> Stripe? {
      contents.withLock { contents in
        if let stripe = contents.recent[key] {
          contents.hits += 1
          return stripe
        }
        guard let stripe = contents.older[key] else {
          contents.misses += 1
          return nil
        }
        contents.hits += 1
        Self.keep(stripe, key, &contents, byteLimit)
        return stripe
      }
    }

    func insert(_ stripe: Stripe, _ key: Key) {
      contents.withLock { Self.keep(stripe, key, &$0, byteLimit) }
    }

    private static func keep(
      _ stripe: Stripe, _ key: Key, _ contents: inout Contents, _ byteLimit: Int
    ) {
      if contents.recentBytes + stripe.bytes.count > byteLimit / 2 {
        contents.older = contents.recent
        contents.recent = [:]
        contents.recentBytes = 0
      }
      if stripe.bytes.count <= byteLimit / 2, contents.recent[key] == nil {
        contents.recent[key] = stripe
        contents.recentBytes += stripe.bytes.count
      }
    }
  }
}
