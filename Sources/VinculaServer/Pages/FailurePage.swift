import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension HostedPage {
    /// Returns the page shown instead of an error to somebody who looks at this server with a browser.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status of the error's response.
    ///   - isDevelopment: `true` under `--dev`.
    /// - Returns: `nil` for programs, which get Google's format, and for the paths of APIs.
    static func failure(of request: Request, status: HTTPResponse.Status, isDevelopment: Bool) -> HostedPage? {
        guard request.headers[.accept]?.contains("text/html") == true else { return nil }
        let path = request.uri.path
        let query = try? QueryParameters(request.uri.query)
        let wished = query?.language
        let language = wished ?? request.headers[.acceptLanguage].flatMap(Language.init(acceptLanguage:)) ?? .english
        let texts = PageTexts.of(language)
        let isReading = request.method == .get || request.method == .head
        let notice: PageTexts.Notice
        var way: HTML = ""
        if status == .notFound, isReading, !Routes.isOfPrograms(path) {
            notice = texts.missing
            // Where the start page itself is missing, there is no way on.
            if path != "/" { way = "<p><a href=\"/\">\(texts.toStart)</a></p>" }
        } else if isPage(path) {
            // Both say that nothing was changed, or leave no doubt of it.
            notice = status == .tooManyRequests ? texts.tooOften : texts.failed
        } else {
            return nil
        }
        return HostedPage(
            language: language, title: notice.title, body: "<p>\(notice.text)</p>" + way,
            banner: isDevelopment ? texts.developmentServer : nil)
    }

    /// Indicates whether there is a page at a path.
    private static func isPage(_ path: String) -> Bool {
        [ActionLinks.page, ActionLinks.emulatorPage, ActionLinks.appPage].contains(path)
            || FlowPaths.handlers.contains(path) || FlowPaths.frames.contains(path)
            || path.hasPrefix(FlowCallback.path + "/") || path == "/" || path == AccountPagePaths.page || path == ConsoleSite.root
            || path.hasPrefix(ConsoleSite.root + "/")
    }
}

extension Routes {
    /// Indicates whether a path is below those that programs call, so that it is a program's mistake even if a browser asks.
    static func isOfPrograms(_ path: String) -> Bool {
        let root = root(of: path)
        return programRoots.contains(root) || root.hasSuffix("googleapis.com")
    }

    private static let programRoots: Set<String> = {
        let identified = all.filter { $0.access.isIdentified }.flatMap(\.paths).map(root)
        let pages = all.filter { if case .page = $0.operation.gives { true } else { false } }.flatMap(\.paths).map(root)
        return Set(identified).subtracting(pages).union([".well-known", "token"])
    }()

    /// The first part of a path.
    private static func root(of path: String) -> String { String(path.dropFirst().prefix { $0 != "/" && $0 != ":" }) }
}
