// swift-tools-version: 6.2
//
// Measures Folioscope against others. A package of its own: nothing here is part of the product.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "FolioscopeBenchmarks",
  dependencies: [.package(name: "Folioscope", path: "..")],
  targets: [
    .systemLibrary(
      name: "CBenchFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CBenchPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(name: "CBenchFrames", dependencies: ["CBenchFreeType"]),
    .target(
      name: "CEncoderTwin", cSettings: [.unsafeFlags(["-O3"], .when(configuration: .release))]),
    .target(name: "CPeers", dependencies: ["CBenchPNG"]),
    .target(
      name: "CRasterTwin",
      cSettings: [
        // No fused multiply-add, which would change bytes; vectors wider than a register are passed
        // between inlined functions alone.
        .unsafeFlags(["-ffp-contract=off", "-Wno-psabi"]),
        .unsafeFlags(["-O3"], .when(configuration: .release)),
      ]),
    .executableTarget(
      name: "encoder-bench",
      dependencies: [
        .product(name: "Folioscope", package: "Folioscope"), "CBenchFrames", "CEncoderTwin",
        "CPeers",
      ],
      path: "Sources/EncoderBench",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "raster-bench",
      dependencies: [.product(name: "Folioscope", package: "Folioscope"), "CRasterTwin"],
      path: "Sources/RasterBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "text-bench", dependencies: [.product(name: "Folioscope", package: "Folioscope")],
      path: "Sources/TextBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "frame-bench", dependencies: [.product(name: "Folioscope", package: "Folioscope")],
      path: "Sources/FrameBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "paging-bench", dependencies: [.product(name: "Folioscope", package: "Folioscope")],
      path: "Sources/PagingBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "sampling-bench", dependencies: [.product(name: "Folioscope", package: "Folioscope")],
      path: "Sources/SamplingBench", swiftSettings: swiftSettings),
    .executableTarget(
      name: "golden-bench",
      dependencies: [.product(name: "FolioGolden", package: "Folioscope"), "CPeers"],
      path: "Sources/GoldenBench", swiftSettings: swiftSettings),
  ]
)
