import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension HostedPage {
    /// The page that a browser gets instead of an error on a hosted page: whatever it was, nothing was changed.
    ///
    /// - Returns: `nil` for programs, which get Google's error format, and for other paths.
    static func failure(of request: Request, isDevelopment: Bool) -> HostedPage? {
        guard [ActionLinks.page, ActionLinks.emulatorPage, ActionLinks.appPage].contains(request.uri.path),
            request.headers[.accept]?.contains("text/html") == true
        else { return nil }
        let wished = (try? QueryParameters(request.uri.query))?["lang"].flatMap(Language.init(tag:))
        let language = wished ?? request.headers[.acceptLanguage].flatMap(Language.init(acceptLanguage:)) ?? .english
        let texts = PageTexts.of(language)
        return HostedPage(
            language: language, title: texts.failed.title, body: "<p>\(texts.failed.text)</p>",
            banner: isDevelopment ? texts.developmentServer : nil)
    }
}
