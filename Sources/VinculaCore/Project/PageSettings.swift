/// A project's settings for the look of its pages and mails.
package struct PageSettings: Hashable, Sendable, Codable {
    /// The longest logo, in bytes: an address, or a small picture in a `data:` URL.
    package static let longestLogo = 64 << 10

    /// The name on the pages; `nil` means the app's name in mails, or the project's id.
    package var name: String?
    /// The picture above the pages: an `https:` address or a `data:` URL.
    package var logo: String?
    /// The colour of buttons and links; `nil` means the server's own.
    package var color: PageColor?

    package init() {}

    /// Checks a logo.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)`` for anything but an `https:` address, or a PNG, JPEG, WebP, GIF or SVG in a
    ///   `data:` URL.
    package static func checkLogo(_ text: String) throws(AuthError) {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'<>\\".utf8.contains($0) }
        guard isPlain, text.utf8.count <= longestLogo, logoOrigin(text) != nil || isPicture(text) else {
            throw .invalidConfig(
                "vincula.page.logo must be an https URL, or a data: URL with a picture (PNG, JPEG, WebP, GIF or SVG) of at most "
                    + "64 KiB.")
        }
    }

    /// The origin that the logo is loaded from; `nil` if it is part of the page.
    package var logoOrigin: String? { logo.flatMap(Self.logoOrigin) }

    private static func logoOrigin(_ text: String) -> String? {
        guard (try? AuthorizedDomains([], allowsAll: true).check(text)) != nil, text.hasPrefix("https://") else { return nil }
        let authority = text.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        // Both end a source in a Content-Security-Policy.
        guard !authority.contains(where: { ";,".contains($0) }) else { return nil }
        return "https://" + authority
    }

    private static func isPicture(_ text: String) -> Bool {
        ["png", "jpeg", "webp", "gif", "svg+xml"].contains { text.hasPrefix("data:image/\($0)") }
    }
}

extension ProjectSettings {
    /// The name of a project on its pages.
    package func pageName(of project: String) -> String { page.name ?? email.appName ?? project }
}
