import Foundation

/// A colour that a project chose, and its shades that can be read on the pages' light and dark grounds.
package struct PageColor: Hashable, Sendable, Codable {
    /// The least contrast of text (WCAG 2.2, 1.4.3).
    package static let leastContrast = 4.5
    /// The grounds that coloured text stands on: the darkest light one, and the lightest dark one.
    package static let grounds = (
        light: PageColor(red: 0xF3, green: 0xF4, blue: 0xF7), dark: PageColor(red: 0x1D, green: 0x20, blue: 0x27)
    )
    package static let black = PageColor(red: 0, green: 0, blue: 0)
    package static let white = PageColor(red: 255, green: 255, blue: 255)
    /// The colour of buttons and links in mails of projects that chose none.
    package static let standard = PageColor(red: 0x1A, green: 0x4F, blue: 0xBA)

    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads a colour in the form `#1a4fba`.
    package init?(_ text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), text.dropFirst().allSatisfy(\.isHexDigit),
            text.allSatisfy(\.isASCII), let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }

    package var text: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The colour, or else the nearest darker shade, that can be read on light ground.
    package var onLight: PageColor { shade(toward: .black, readableOn: Self.grounds.light) }

    /// The colour, or else the nearest lighter shade, that can be read on dark ground.
    package var onDark: PageColor { shade(toward: .white, readableOn: Self.grounds.dark) }

    /// Black or white, whichever can be read better on this colour.
    package var ink: PageColor { contrast(with: .black) >= contrast(with: .white) ? .black : .white }

    /// The contrast of two colours, from 1 to 21 (WCAG 2.2).
    package func contrast(with other: PageColor) -> Double {
        let (bright, dim) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (bright + 0.05) / (dim + 0.05)
    }

    private var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private func shade(toward end: PageColor, readableOn ground: PageColor) -> PageColor {
        for step in 0...20 {
            let shade = mixed(with: end, share: Double(step) / 20)
            if shade.contrast(with: ground) >= Self.leastContrast { return shade }
        }
        return end
    }

    private func mixed(with other: PageColor, share: Double) -> PageColor {
        func part(_ own: UInt8, _ its: UInt8) -> UInt8 { UInt8((Double(own) * (1 - share) + Double(its) * share).rounded()) }
        return PageColor(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
    }
}
