/// The stylesheet and scripts of the console, which are part of the command.
enum ConsoleFile: String, Sendable, CaseIterable {
    case style = "style.css"
    case script = "console.js"
    /// What the pages of settings do besides.
    case settings = "console-settings.js"
    /// Copies a text of a page.
    case copying = "copying.js"
    /// Draws the code that an authenticator app scans.
    case qr = "account-qr.js"

    var path: String { "\(ConsoleSite.root)/files/\(rawValue)" }

    var file: EmbeddedFile {
        switch self {
        case .style: Self.styleFile
        case .script: Self.scriptFile
        case .settings: Self.settingsFile
        case .copying: Self.copyingFile
        case .qr: Self.qrFile
        }
    }

    private static let styleFile = EmbeddedFile(
        Array(PageStyle.text.utf8) + PackageResources.console_css + PackageResources.console_settings_css
            + PackageResources.shown_css,
        type: "text/css; charset=utf-8")
    private static let scriptFile = EmbeddedFile(PackageResources.console_js, type: "text/javascript; charset=utf-8")
    private static let settingsFile = EmbeddedFile(PackageResources.console_settings_js, type: "text/javascript; charset=utf-8")
    private static let copyingFile = EmbeddedFile(PackageResources.copying_js, type: "text/javascript; charset=utf-8")
    private static let qrFile = EmbeddedFile(PackageResources.account_qr_js, type: "text/javascript; charset=utf-8")
}
