import FolioPagingCore
import FolioRaster
import FolioScene
import FolioSequence

// Names that a scene shares with the module that draws or plays it. In a program that imports
// Folioscope alone they mean the scene's; the others are there under their module's name
// (`FolioRaster.StrokeStyle`, say).

/// How a layer is combined with what is beneath it, in a scene.
public typealias BlendMode = FolioScene.BlendMode
/// How the inside of an outline is told, in a scene.
public typealias FillRule = FolioScene.FillRule
/// A colour of a gradient and its place, in a scene.
public typealias GradientStop = FolioScene.GradientStop
/// How a picture is fitted to its frame, in a scene.
public typealias ImageFit = FolioScene.ImageFit
/// A soft copy of an outline beneath it, in a scene.
public typealias Shadow = FolioScene.Shadow
/// How a line is drawn along an outline, in a scene.
public typealias StrokeStyle = FolioScene.StrokeStyle
/// Turning pages by themselves, in a scene.
public typealias Autoplay = FolioScene.Autoplay
/// How text looks and how it fills its box, in a scene.
public typealias TextStyle = FolioScene.TextStyle
/// A stretch of text with a look of its own, in a scene.
public typealias TextRun = FolioScene.TextRun
/// How lines lie between the edges of their box, in a scene.
public typealias TextAlignment = FolioScene.TextAlignment
/// Where a paragraph lies in a taller box, in a scene.
public typealias VerticalAlignment = FolioScene.VerticalAlignment
/// What happens to text that does not fit its box, in a scene.
public typealias TextOverflow = FolioScene.TextOverflow
/// Where a line that is too long is cut, in a scene.
public typealias TextTruncation = FolioScene.TextTruncation
/// A font under a name, in a scene.
public typealias FontFamily = FolioScene.FontFamily
/// A file of a font family, in a scene.
public typealias FontSource = FolioScene.FontSource
/// A value on an axis of a variable font, in a scene.
public typealias FontAxis = FolioScene.FontAxis
/// How the files of a sequence are named.
public typealias FrameName = FolioSequence.FrameName
