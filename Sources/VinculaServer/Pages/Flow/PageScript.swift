import Foundation
import HTTPTypes
import Hummingbird
import VinculaCrypto

/// A script of the hosted pages: a file in `Scripts/`, which is part of the command.
enum PageScript: String, Sendable, CaseIterable {
    /// Hands the end of a sign-in at a provider's page to the app.
    case handler
    /// Runs in the frame that the web SDK embeds in an app's page.
    case iframe
    /// The stand-in for Google's `gapi`, for apps that want no script of Google's.
    case gapi
    /// Opens and checks the form of a development server's stand-in for a provider.
    case development
    /// Does the proof of work for a native app: a module.
    case verify
    /// Copies on a development server's own pages, and keeps its inbox up to date: a module.
    case devtools
    /// Copies a text of a page: the module of others.
    case copying

    var path: String { "/__/auth/\(rawValue).js" }

    private var bytes: [UInt8] {
        switch self {
        case .handler: PackageResources.handler_js
        case .iframe: PackageResources.iframe_js
        case .gapi: PackageResources.gapi_js
        case .development: PackageResources.development_js
        case .verify: PackageResources.verify_js
        case .devtools: PackageResources.devtools_js
        case .copying: PackageResources.copying_js
        }
    }

    private static let texts = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, String(decoding: $0.bytes, as: UTF8.self)) })
    private static let tags = texts.mapValues { "\"\(Data($0.utf8).sha256.hex.prefix(32))\"" }

    var text: String { Self.texts[self] ?? "" }
    /// Changes with the script.
    var entityTag: String { Self.tags[self] ?? "" }

    /// Indicates whether it is a module, which may be made of others.
    var isModule: Bool { [.verify, .devtools, .copying].contains(self) }

    /// The element that runs it once the page has been read.
    var tag: HTML {
        isModule
            ? "\n<script type=\"module\" src=\"\(path)\"></script>" : "\n<script src=\"\(path)\" defer></script>"
    }
}

extension Endpoints {
    /// `/__/auth/handler.js`, `iframe.js`, `gapi.js`.
    ///
    /// Browsers ask for them anew each time, so that a page and its scripts are from the same release.
    func pageScript(_ script: PageScript) -> @Sendable (Call) async throws -> Response {
        { call in
            let headers: HTTPFields = [.cacheControl: "no-cache", .eTag: script.entityTag]
            let known = call.headers[.ifNoneMatch]?.split(separator: ",").map {
                $0.drop { $0 == " " }.replacing("W/", with: "", maxReplacements: 1)
            }
            if known?.contains(where: { $0 == script.entityTag }) == true {
                return Response(status: .notModified, headers: headers)
            }
            return Answer.text(script.text, type: "text/javascript; charset=utf-8", headers: headers)
        }
    }
}
