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
        /// The tenant does not exist, or nobody signs in there at the moment.
        case tenant = "refused.tenant"
        case continueURL = "refused.continueUrl"
        /// People could sign in, but nobody could be sent back to that address signed in.
        case handover = "refused.handover"
        case codeChallenge = "refused.codeChallenge"
        case state = "refused.state"
    }

    /// The app's API key.
    let key: String
    /// The address of the web app that sent the person.
    let continueURL: String?
    /// The web app's PKCE challenge; with it the person comes back signed in.
    let codeChallenge: String?
    /// The web app's own text, which comes back unchanged.
    let state: String?

    /// Checks the hand-over by the rules that apply at its end, so that nobody signs in first to learn that it cannot be.
    ///
    /// - Throws: ``Refusal``.
    init(_ query: QueryParameters, key: String, settings: ProjectSettings) throws(Refusal) {
        self.key = key
        func given(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard ["continueUrl", "codeChallenge", "state"].allSatisfy({ query.all($0).count <= 1 }) else { throw .continueURL }
        codeChallenge = given("codeChallenge")
        if let codeChallenge, !ProofKey.isChallenge(codeChallenge) { throw .codeChallenge }
        state = given("state")
        do {
            continueURL = try given("continueUrl").map { url throws(AuthError) in try settings.continueDomains.check(url) }
        } catch {
            throw .continueURL
        }
        guard continueURL != nil || codeChallenge == nil && state == nil else { throw .continueURL }
        guard codeChallenge != nil else {
            // Without a challenge nothing is sent back that `state` could come back with.
            guard state == nil else { throw .codeChallenge }
            return
        }
        do {
            _ = try HandoverTarget(continueURL, state: state, settings: settings)
        } catch .invalidArgument {
            throw .state
        } catch {
            throw .handover
        }
    }
}
