import Testing
import VinculaCore

/// The look of the account page.
@Suite("Page settings")
struct PageSettingsTests {
    @Test("A colour has the form #rrggbb, in any case", arguments: ["#1a4fba", "#1A4FBA"])
    func colour(text: String) throws {
        let color = try #require(PageColor(text))
        #expect(color == PageColor(red: 0x1A, green: 0x4F, blue: 0xBA))
        #expect(color.text == "#1a4fba")
    }

    @Test("Anything else is no colour", arguments: ["", "1a4fba", "#1a4fb", "#1a4fba0", "#1a4fbg", "#+a4fba", "red", "#１a4fba"])
    func noColour(text: String) { #expect(PageColor(text) == nil) }

    @Test("Every colour has shades that can be read on both grounds, and black or white can be read on each of them")
    func contrast() {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let color = PageColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    #expect(color.onLight.contrast(with: PageColor.grounds.light) >= PageColor.leastContrast, "\(color.text)")
                    #expect(color.onDark.contrast(with: PageColor.grounds.dark) >= PageColor.leastContrast, "\(color.text)")
                    for shade in [color.onLight, color.onDark] {
                        #expect(shade.contrast(with: shade.ink) >= PageColor.leastContrast, "\(shade.text)")
                    }
                }
            }
        }
    }

    @Test("A colour that can be read stays as it is")
    func kept() throws {
        let color = try #require(PageColor("#1a4fba"))
        #expect(color.onLight == color)
    }

    @Test(
        "A logo is an https address or a picture in a data URL",
        arguments: [
            ("https://example.com/logo.png", "https://example.com"), ("https://example.com:8443/l?x=1#y", "https://example.com:8443"),
            ("data:image/png;base64,AAAA", nil), ("data:image/svg+xml,%3Csvg/%3E", nil),
        ] as [(String, String?)])
    func logo(text: String, origin: String?) throws {
        try PageSettings.checkLogo(text)
        var settings = PageSettings()
        settings.logo = text
        #expect(settings.logoOrigin == origin)
    }

    @Test(
        "Anything else is no logo",
        arguments: [
            "http://example.com/logo.png", "//example.com/x", "javascript:alert(1)", "data:text/html,x", "https://user@example.com/x",
            "https://example.com/\"x", "https://exa mple.com/", "https://example.com;script-src/x", "https://example.com,*/x",
        ])
    func noLogo(text: String) { #expect(throws: AuthError.self) { try PageSettings.checkLogo(text) } }

    @Test("A logo is not too large")
    func largeLogo() {
        let text = "data:image/png;base64," + String(repeating: "A", count: PageSettings.longestLogo)
        #expect(throws: AuthError.self) { try PageSettings.checkLogo(text) }
    }
}
