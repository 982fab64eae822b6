import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/links`: the page for a link that the app would have opened itself, had it been installed.
    ///
    /// Only the link's code is used; its destination is built anew.
    func appLinkPage(_ call: Call) async throws -> Response {
        let query = try QueryParameters(call.query["link"].flatMap { URLComponents(string: $0)?.percentEncodedQuery })
        guard let code = query["oobCode"], let view = try await engine.actionCodes.viewActionCode(code)
        else { return notice(\.unknown, call.language ?? .english).response() }
        var target = view.target
        target.apiKey = QueryParameters.key(query["apiKey"])
        let link = engine.actionLinks.pageLink(
            code, view.purpose, target, tenant: view.scope.tenant, view.settings.email)
        let language = view.target.language ?? call.language ?? view.settings.email.language
        let texts = PageTexts.of(language)
        let isAndroid = call.headers[.userAgent]?.contains("Android") == true
        var body: HTML = ""
        if let app = appLink(link, view.target, isAndroid: isAndroid) {
            body += "<p>\(texts.openAppText)</p>"
            body += "<p><a class=\"button\" href=\"\(app)\">\(texts.openApp)</a></p>"
        }
        if isAndroid, view.target.offersAndroidApp == true, let package = view.target.androidPackage, isKnown(package) {
            let store = "https://play.google.com/store/apps/details?id=\(package)"
            body += "<p><a class=\"button quiet\" href=\"\(store)\" rel=\"noreferrer\">\(texts.getTheApp)</a></p>"
        }
        body += "<p><a class=\"button quiet\" href=\"\(link)\">\(texts.goOnHere)</a></p>"
        let brand = PageBrand(view.settings, of: view.scope.project)
        return HostedPage(
            language: language, title: brand.name, body: body,
            banner: options.isDevelopment ? texts.developmentServer : nil, brand: brand
        ).response()
    }

    /// `/.well-known/apple-app-site-association`: lists the apps that open `/__/auth/links` themselves.
    func appleAppSiteAssociation(_ call: Call) async throws -> Response {
        let components: JSONValue = .array([.object(["/": .string(ActionLinks.appPage), "comment": "emailed links"])])
        let details: [JSONValue] =
            options.apps.apple.isEmpty
            ? []
            : [.object(["appIDs": .array(options.apps.apple.map { .string($0) }), "components": components])]
        return try Answer.json(
            JSONValue.object(["applinks": .object(["details": .array(details)])]),
            headers: [.cacheControl: "public, max-age=3600"])
    }

    /// `/.well-known/assetlinks.json`: the same for Android.
    func assetLinks(_ call: Call) async throws -> Response {
        let statements: [JSONValue] = options.apps.android.map { app in
            .object([
                "relation": .array(["delegate_permission/common.handle_all_urls"]),
                "target": .object([
                    "namespace": "android_app", "package_name": .string(app.package),
                    "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
                ]),
            ])
        }
        return try Answer.json(JSONValue.array(statements), headers: [.cacheControl: "public, max-age=3600"])
    }

    /// Returns a URL that opens the app even if links are not associated with it yet. Only for apps that the operator has
    /// configured, since the URL contains a code; under `--dev`, for any app.
    private func appLink(_ link: String, _ target: ActionCode.Target, isAndroid: Bool) -> String? {
        if isAndroid, let package = target.androidPackage, isKnown(package) {
            guard let url = URLComponents(string: link), let scheme = url.scheme else { return nil }
            let rest = link.dropFirst(scheme.count + 3)
            return "intent://\(rest)#Intent;scheme=\(scheme);package=\(package);end"
        }
        return target.iosBundleID.flatMap { isKnown($0) ? $0 : nil }.map {
            "\($0)://google/link/?deep_link_id=\(QueryText.escaped(link))"
        }
    }

    /// Indicates whether the operator has configured the app; under `--dev`, any id is allowed that is not a scheme of the
    /// browser's own.
    private func isKnown(_ app: String) -> Bool {
        let schemes = ["javascript", "data", "vbscript", "intent", "http", "https", "file", "blob", "about"]
        return options.apps.identifiers.contains(app) || options.isDevelopment && !schemes.contains(app.lowercased())
    }
}
