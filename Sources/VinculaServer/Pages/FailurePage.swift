import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension HostedPage {
    /// Returns the page shown instead of an error to somebody who requested a hosted page; it says that nothing was changed.
    ///
    /// - Returns: `nil` for programs, which get Google's format, and for other paths.
    static func failure(of request: Request, isDevelopment: Bool) -> HostedPage? {
        let path = request.uri.path
        let isPage =
            [ActionLinks.page, ActionLinks.emulatorPage, ActionLinks.appPage].contains(path)
            || FlowPaths.handlers.contains(path) || FlowPaths.frames.contains(path)
            || path.hasPrefix(FlowCallback.path + "/") || path == "/" || path == ConsoleSite.root
            || path.hasPrefix(ConsoleSite.root + "/")
        guard isPage, request.headers[.accept]?.contains("text/html") == true
        else { return nil }
        let query = try? QueryParameters(request.uri.query)
        let wished = query?.language
        let language = wished ?? request.headers[.acceptLanguage].flatMap(Language.init(acceptLanguage:)) ?? .english
        let texts = PageTexts.of(language)
        return HostedPage(
            language: language, title: texts.failed.title, body: "<p>\(texts.failed.text)</p>",
            banner: isDevelopment ? texts.developmentServer : nil)
    }
}
