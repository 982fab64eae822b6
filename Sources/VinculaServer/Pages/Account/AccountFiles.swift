import Foundation
import HTTPTypes
import Hummingbird
import VinculaCrypto

/// A file of the account page, which is part of the binary.
struct EmbeddedFile: Sendable {
    let bytes: [UInt8]
    let type: String
    /// A strong validator: the digest of the content.
    let entityTag: String

    init(_ bytes: [UInt8], type: String) {
        self.bytes = bytes
        self.type = type
        entityTag = "\"\(Data(bytes).sha256.base64URL)\""
    }

    /// Returns the file, or 304 to a browser that has this version already.
    func response(to call: Call) -> Response {
        let headers: HTTPFields = [.cacheControl: "no-cache", .eTag: entityTag]
        let known = (call.headers[.ifNoneMatch] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        if known.contains(where: { $0 == entityTag || $0 == "W/" + entityTag || $0 == "*" }) {
            return Response(status: .notModified, headers: headers)
        }
        return Answer.text(String(decoding: bytes, as: UTF8.self), type: type, headers: headers)
    }
}

/// The files of the account page and of the example that uses it.
enum AccountFiles {
    static let style = EmbeddedFile(PackageResources.account_css, type: "text/css; charset=utf-8")

    /// The page's modules, by name; `account-main` loads the others.
    static let scripts: [String: EmbeddedFile] = [
        "account-again.js": script(PackageResources.account_again_js),
        "account-api.js": script(PackageResources.account_api_js),
        "account-arrive.js": script(PackageResources.account_arrive_js),
        "account-changes.js": script(PackageResources.account_changes_js),
        "account-collisions.js": script(PackageResources.account_collisions_js),
        "account-context.js": script(PackageResources.account_context_js),
        "account-dom.js": script(PackageResources.account_dom_js),
        "account-factors.js": script(PackageResources.account_factors_js),
        "account-key.js": script(PackageResources.account_key_js),
        "account-language.js": script(PackageResources.account_language_js),
        "account-main.js": script(PackageResources.account_main_js),
        "account-phone.js": script(PackageResources.account_phone_js),
        "account-profile.js": script(PackageResources.account_profile_js),
        "account-proof.js": script(PackageResources.account_proof_js),
        "account-providers.js": script(PackageResources.account_providers_js),
        "account-required.js": script(PackageResources.account_required_js),
        "account-qr.js": script(PackageResources.account_qr_js),
        "account-recovery.js": script(PackageResources.account_recovery_js),
        "account-router.js": script(PackageResources.account_router_js),
        "account-session.js": script(PackageResources.account_session_js),
        "account-sessions.js": script(PackageResources.account_sessions_js),
        "account-signin.js": script(PackageResources.account_signin_js),
        "account-texting.js": script(PackageResources.account_texting_js),
    ]

    static let examplePage = EmbeddedFile(PackageResources.index_html, type: "text/html; charset=utf-8")
    static let exampleScript = script(PackageResources.app_js)
    static let exampleKey = script(PackageResources.key_js)

    private static func script(_ bytes: [UInt8]) -> EmbeddedFile {
        EmbeddedFile(bytes, type: "text/javascript; charset=utf-8")
    }
}
