import VinculaCore
import VinculaEngine

/// The paths of the account page.
enum AccountPagePaths {
    static let page = ActionLinks.accountPage
    static let style = page + "/style.css"
    static let theme = page + "/theme.css"
    static let scripts = page + "/scripts"
    static let texts = page + "/texts"
    static let config = page + "/config"
    static let example = "/example"
}

/// The parameters of the account page, checked.
struct AccountPageArrival: Hashable, Sendable {
    /// A reason why the page cannot be shown. The raw value names the text that says so.
    enum Refusal: String, Error, Hashable, CaseIterable {
        case key = "refused.key"
        case continueURL = "refused.continueUrl"
        case codeChallenge = "refused.codeChallenge"
        case state = "refused.state"
    }

    /// The longest `state`, in bytes.
    static let longestState = 512

    /// The app's API key.
    let key: String
    /// The address of the web app that sent the person.
    let continueURL: String?
    /// The web app's PKCE challenge; with it the person comes back signed in.
    let codeChallenge: String?
    /// The web app's own text, which comes back unchanged.
    let state: String?

    /// - Parameter domains: The hosts that the project allows.
    /// - Throws: ``Refusal``.
    init(_ query: QueryParameters, key: String, domains: AuthorizedDomains) throws(Refusal) {
        self.key = key
        func given(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard ["continueUrl", "codeChallenge", "state"].allSatisfy({ query.all($0).count <= 1 }) else { throw .continueURL }
        codeChallenge = given("codeChallenge")
        if let codeChallenge {
            // The SHA-256 of the verifier in base64url: PKCE's S256.
            guard codeChallenge.utf8.count == 43, codeChallenge.utf8.allSatisfy(Self.isBase64URL) else { throw .codeChallenge }
        }
        state = given("state")
        if let state, state.utf8.count > Self.longestState || !state.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw .state
        }
        do {
            continueURL = try given("continueUrl").map { url throws(AuthError) in try domains.check(url) }
        } catch {
            throw .continueURL
        }
        guard continueURL != nil || codeChallenge == nil && state == nil else { throw .continueURL }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
