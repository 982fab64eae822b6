import HTTPTypes
import Hummingbird
import VinculaCore

/// A page or a form of the console: where it is, who may use it, and what it answers.
struct ConsoleRoute: Sendable {
    /// Those who may use a route.
    enum Door: Hashable, Sendable {
        /// Everybody: it is a step of signing in.
        case open
        /// Operators, also those who have yet to enrol a second factor.
        case enrollee
        /// Every operator.
        case member
        /// Operators who may do this, in the project of the path if it has one.
        case act(ConsoleAct)
    }

    let method: HTTPRequest.Method
    /// The path below `/console`.
    let path: String
    let door: Door
    let limit: LimitedRPC
    /// Indicates whether a form may have a document, such as the HTML of a mail, and be as long as an app's SAML response.
    var takesDocument = false
    /// The time for which a sign-in counts here, in seconds; `nil` if any will do. An older one is renewed by password and code.
    var freshSeconds: Int64?
    /// Indicates whether the body is a part of a file, and no form. The form's token is in a header, then.
    var takesPart = false
    let answer: @Sendable (ConsoleContext) async throws -> ConsoleAnswer

    /// A page.
    ///
    /// - Parameters:
    ///   - path: The path below `/console`.
    ///   - door: Those who may see it.
    ///   - freshSeconds: The time for which a sign-in counts; `nil` if any will do.
    ///   - answer: Makes the page.
    static func page(
        _ path: String, _ door: Door, freshSeconds: Int64? = nil,
        _ answer: @escaping @Sendable (ConsoleContext) async throws -> ConsoleAnswer
    ) -> ConsoleRoute {
        ConsoleRoute(method: .get, path: path, door: door, limit: .other, freshSeconds: freshSeconds, answer: answer)
    }

    /// The action of a form. The form must have the session's token, unless it is a step of signing in.
    ///
    /// - Parameters:
    ///   - path: The path below `/console`.
    ///   - door: Those who may send it.
    ///   - limit: The row of the table of limits.
    ///   - freshSeconds: The time for which a sign-in counts; `nil` for what the act says.
    ///   - takesDocument: `true` for a form with a document.
    ///   - answer: Does it.
    static func form(
        _ path: String, _ door: Door, limit: LimitedRPC = .other, freshSeconds: Int64? = nil, takesDocument: Bool = false,
        _ answer: @escaping @Sendable (ConsoleContext) async throws -> ConsoleAnswer
    ) -> ConsoleRoute {
        var fresh = freshSeconds
        if fresh == nil, case .act(let act) = door, act.needsFreshSignIn { fresh = ConsoleSession.freshSeconds }
        return ConsoleRoute(
            method: .post, path: path, door: door, limit: limit, takesDocument: takesDocument, freshSeconds: fresh, answer: answer
        )
    }

    private static let project = "/projects/{project}/"

    /// The same route for the accounts of a tenant.
    var ofTenant: ConsoleRoute {
        ConsoleRoute(
            method: method, path: path.replacing(Self.project, with: Self.project + "tenants/{tenant}/", maxReplacements: 1),
            door: door, limit: limit, takesDocument: takesDocument, freshSeconds: freshSeconds, takesPart: takesPart,
            answer: answer)
    }
}

/// The answer of a page or a form.
enum ConsoleAnswer: Sendable {
    case view(ConsoleView)
    /// Another page, after something was done.
    ///
    /// - Parameters:
    ///   - path: The page's path.
    ///   - notice: What it says at its top.
    ///   - cookies: The values of `Set-Cookie`.
    case goTo(String, notice: ConsoleNotice? = nil, cookies: [String] = [])
    /// A file, or what a script asked for.
    case raw(Response)
}

/// The content of a page.
struct ConsoleView: Sendable {
    var title: String
    var body: HTML
    /// The pages above this one, outermost first.
    var crumbs: [(title: String, path: String)] = []
    /// An error above the content.
    var error: String?
    /// The language of the error; `nil` for the page's.
    var errorLanguage: Language?
    /// Indicates whether the page frames documents of the console.
    var frames = false
    var status = HTTPResponse.Status.ok
    /// The values of `Set-Cookie`.
    var cookies: [String] = []
    /// The time after which the browser loads the page again, in seconds; `nil` if it does not.
    var refreshSeconds: Int?
    /// Indicates whether the page's script sends files to this server.
    var uploads = false
}

/// The message of the next page after something was done: a name in a cookie, so that no address can make a page say it.
enum ConsoleNotice: String, Hashable, Sendable, CaseIterable {
    case signedOut, enrolled, accountDisabled, accountEnabled, sessionsRevoked, resetSent, providerUnlinked, factorsRemoved
    case sessionEnded
    case claimsSet, accountDeleted, accountCreated, methodsChanged, operatorChanged, operatorRemoved, invitationRemoved
    case settingChanged, settingReset, domainAdded, domainRemoved, templateSaved, templateReset, mailChanged, lookChanged
    case providerSaved, providerOn, providerOff, providerDeleted
    case operatorSessionsEnded, passwordChanged, otherSessionsEnded, accountChanged, accountPasswordSet, keyDeleted, keyChanged
    case serviceAccountChanged, serviceAccountDeleted, importRemoved, tenantsAllowed, tenantsForbidden, tenantCreated
    case tenantChanged, tenantDeleted, projectCreated, projectDeleted, projectRenamed
    case limitLifted, guessesForgiven, checkBegun
}
