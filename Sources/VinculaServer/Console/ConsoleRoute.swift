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
    let answer: @Sendable (ConsoleContext) async throws -> ConsoleAnswer

    /// A page.
    static func page(
        _ path: String, _ door: Door, _ answer: @escaping @Sendable (ConsoleContext) async throws -> ConsoleAnswer
    ) -> ConsoleRoute {
        ConsoleRoute(method: .get, path: path, door: door, limit: .other, answer: answer)
    }

    /// The action of a form. The form must have the session's token, unless it is a step of signing in.
    static func form(
        _ path: String, _ door: Door, limit: LimitedRPC = .other,
        _ answer: @escaping @Sendable (ConsoleContext) async throws -> ConsoleAnswer
    ) -> ConsoleRoute {
        ConsoleRoute(method: .post, path: path, door: door, limit: limit, answer: answer)
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
    var status = HTTPResponse.Status.ok
    /// The values of `Set-Cookie`.
    var cookies: [String] = []
    /// The time after which the browser loads the page again, in seconds; `nil` if it does not.
    var refreshSeconds: Int?
}

/// The message of the next page after something was done: a name in a cookie, so that no address can make a page say it.
enum ConsoleNotice: String, Hashable, Sendable, CaseIterable {
    case signedOut, enrolled, accountDisabled, accountEnabled, sessionsRevoked, resetSent, providerUnlinked, factorsRemoved
    case claimsSet, accountDeleted, accountCreated, methodsChanged, operatorChanged, operatorRemoved, invitationRemoved
    case limitLifted, guessesForgiven, checkBegun
}
