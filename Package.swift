// swift-tools-version: 6.2
//
// Every module but the two library products carries a prefix, since SwiftPM wants module names
// that are unique in a user's whole package graph. Who may import whom is in
// Documentation/Architecture.md and is checked by Tests/HouseTests.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
]

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  linker: [LinkerSetting]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings,
    linkerSettings: linker)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: swiftSettings)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Folioscope",
  products: [
    .library(name: "Folioscope", targets: ["Folioscope"]),
    .library(name: "FolioscopeTesting", targets: ["FolioscopeTesting"]),
    // Comparing and reporting without a test framework.
    .library(name: "FolioGolden", targets: ["FolioGolden"]),
    .executable(name: "folioscope", targets: ["FolioscopeCLI"]),
  ],
  targets: [
    // System libraries.
    library("CFolioPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    library("CFolioJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev"),
    library("CFolioFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    library("CFolioHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    library("CFolioFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    library("CFolioICU", pkgConfig: "icu-uc", apt: "libicu-dev"),
    library("CFolioYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    library("CFolioCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),

    // A few dozen lines of C each: longjmp never crosses a Swift frame, versioned names get plain
    // ones.
    .target(name: "FolioPNGBridge", dependencies: ["CFolioPNG"]),
    .target(name: "FolioJPEGBridge", dependencies: ["CFolioJPEG"]),
    .target(name: "FolioICUBridge", dependencies: ["CFolioICU"]),
    .target(name: "FolioFontBridge"),

    // The core: no Foundation, compiles as Embedded Swift.
    // (libm for square root and rounding alone, which IEEE 754 defines to the bit.)
    room("FolioNumerics", linker: [.linkedLibrary("m")]),
    room("FolioGeometry", ["FolioNumerics"]),
    room("FolioRaster", ["FolioNumerics", "FolioGeometry"]),
    room("FolioPagingCore", ["FolioNumerics", "FolioGeometry"]),

    room("FolioPaging", ["FolioNumerics", "FolioGeometry", "FolioPagingCore"]),
    room(
      "FolioTypography",
      [
        "FolioGeometry", "FolioRaster", "CFolioFreeType", "CFolioHarfBuzz", "CFolioFriBidi",
        "FolioICUBridge", "FolioFontBridge",
      ]),
    room("FolioImageCoding", ["FolioRaster", "FolioPNGBridge", "FolioJPEGBridge"]),
    room(
      "FolioScene",
      [
        "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPagingCore", "FolioPaging",
        "CFolioYAML",
      ]),
    room(
      "FolioRendering",
      [
        "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPagingCore", "FolioPaging",
        "FolioScene", "FolioTypography", "FolioImageCoding",
      ]),
    room("FolioSequence", ["FolioRaster", "CFolioCrypto"]),
    room(
      "FolioFilm",
      [
        "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPagingCore", "FolioScene",
        "FolioRendering", "FolioImageCoding", "FolioSequence",
      ]),
    room(
      "FolioGolden",
      ["FolioNumerics", "FolioGeometry", "FolioRaster", "FolioImageCoding", "FolioSequence"]),
    room(
      "Folioscope",
      [
        "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPagingCore", "FolioPaging",
        "FolioTypography", "FolioImageCoding", "FolioScene", "FolioRendering", "FolioSequence",
        "FolioFilm",
      ]),
    room("FolioscopeTesting", ["Folioscope", "FolioGolden"]),
    .executableTarget(
      name: "FolioscopeCLI", dependencies: ["Folioscope", "FolioGolden", "FolioSequence"],
      swiftSettings: swiftSettings),

    // Examples that tests build and run.
    .target(
      name: "OriginalsExamples", dependencies: ["FolioGeometry", "FolioNumerics", "FolioPaging"],
      path: "Examples/Originals", swiftSettings: swiftSettings),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["FolioRaster", "CFolioCrypto"], path: "Tests/TestSupport",
      swiftSettings: swiftSettings),
    tests("HouseTests", []),
    tests("NumericsTests", ["FolioNumerics"]),
    tests("GeometryTests", ["FolioGeometry"]),
    tests("RasterTests", ["FolioRaster"]),
    tests("PagingCoreTests", ["FolioPagingCore"]),
    tests("PagingTests", ["FolioPaging", "OriginalsExamples"]),
    tests("TypographyTests", ["FolioTypography"]),
    tests("ImageCodingTests", ["FolioImageCoding", "FolioRaster", "CFolioCrypto"]),
    tests("SceneTests", ["FolioScene"]),
    tests("RenderingTests", ["FolioRendering"]),
    tests("SequenceTests", ["FolioSequence"]),
    tests("FilmTests", ["FolioFilm"]),
    tests("FolioscopeCLITests", ["Folioscope", "FolioscopeCLI"]),
    tests("GoldenTests", ["FolioGolden", "FolioImageCoding", "FolioRaster", "FolioSequence"]),
    tests("FolioscopeTestingTests", ["FolioscopeTesting", "FolioGolden"]),
  ]
)
