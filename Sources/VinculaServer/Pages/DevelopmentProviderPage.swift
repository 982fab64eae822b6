import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The stand-in for a provider's page on a development server: anybody signs in as anybody, without a password.
///
/// Tests of Firebase's own web SDK look for the ids and classes in it.
struct DevelopmentProviderPage: Sendable {
    /// The number of existing accounts that the page offers.
    private static let maximumCount = 100

    let provider: ProviderDescription
    /// Where the answer goes.
    let target: Target
    let accounts: [Account]

    /// The address that the browser goes back to, with what belongs to the flow.
    struct Target: Sendable {
        let redirectURI: String
        let state: String

        /// - Returns: `nil` for an address that is not http or https.
        init?(redirectURI: String?, state: String?) {
            guard let redirectURI, let state, redirectURI.utf8.count <= 4096, state.utf8.count <= 1024,
                redirectURI.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: redirectURI),
                ["http", "https"].contains(url.scheme), url.host() != nil, url.fragment == nil
            else { return nil }
            self.redirectURI = redirectURI
            self.state = state
        }

        /// Where the form's answer leads.
        var origin: String? {
            guard let url = URL(string: redirectURI), let scheme = url.scheme, let host = url.host(percentEncoded: true) else {
                return nil
            }
            return scheme + "://" + (host.contains(":") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
        }

        func url(_ name: String, _ value: String) -> String {
            var items = URLComponents()
            items.queryItems = [URLQueryItem(name: name, value: value), URLQueryItem(name: "state", value: state)]
            // A plus sign in a query means a space.
            let query = (items.percentEncodedQuery ?? "").replacing("+", with: "%2B")
            return redirectURI + (redirectURI.contains("?") ? "&" : "?") + query
        }
    }

    var page: HostedPage {
        var page = HostedPage(
            language: .english, title: "Auth Emulator: sign in with \(provider.title)", body: body,
            banner: PageTexts.english.developmentServer)
        page.script = .development
        page.formTarget = target.origin
        return page
    }

    private var body: HTML {
        """
        <p>This server has no client at \(provider.title), so it shows this page instead of the provider's. \
        No password is needed.</p>
        <ul id="accounts-list">\(rows)</ul>
        <p><button type="button" class="js-new-account">Add a person</button></p>
        <form id="main-form" method="post">
        <input type="hidden" name="redirect_uri" value="\(target.redirectURI)">
        <input type="hidden" name="state" value="\(target.state)">
        \(field("email", "Email", type: "email", more: " required"))
        \(field("display-name", "Name (optional)"))
        \(field("screen-name", "Screen name (optional)"))
        \(field("profile-photo", "URL of a picture (optional)", type: "url"))
        <button id="sign-in" type="submit">Sign in</button>
        </form>
        <p><a id="deny" href="\(target.url("error", "access_denied"))">Deny</a></p>
        """
    }

    private func field(_ name: String, _ label: String, type: String = "text", more: HTML = "") -> HTML {
        """
        <p><label for="\(name)-input">\(label)</label>\
        <input id="\(name)-input" name="\(name)" type="\(type)" maxlength="1024" autocomplete="off"\(more)></p>
        """
    }

    private var rows: HTML {
        accounts.lazy.flatMap { account in
            account.identities.filter { $0.key.provider == provider.id }
        }.prefix(Self.maximumCount).map { identity -> HTML in
            let name = identity.profile.displayName ?? identity.profile.screenName ?? identity.key.subject
            let person = DevelopmentPerson(identity)
            return """
                <li><a href="\(target.url("code", person.code))">\(identity.email?.value ?? "") \(name)</a></li>
                """
        }.joined()
    }
}

/// Somebody who signs in at a development server's stand-in for a provider.
struct DevelopmentPerson: Sendable {
    private let claims: [String: JSONValue]

    init(_ identity: Identity) {
        self.init(
            subject: identity.key.subject, email: identity.email?.value, name: identity.profile.displayName,
            screenName: identity.profile.screenName, picture: identity.profile.photoURL)
    }

    init(subject: String, email: String?, name: String?, screenName: String?, picture: String?) {
        var claims: [String: JSONValue] = ["sub": .string(subject)]
        if let email, !email.isEmpty {
            claims["email"] = .string(email)
            claims["email_verified"] = true
        }
        for (claim, value) in [("name", name), ("screen_name", screenName), ("picture", picture)] {
            if let value, !value.isEmpty { claims[claim] = .string(value) }
        }
        self.claims = claims
    }

    /// The code that the server redeems: the claims themselves, which `--dev` believes.
    var code: String { Data(JSONValue.object(claims).text.utf8).base64URL }
}
