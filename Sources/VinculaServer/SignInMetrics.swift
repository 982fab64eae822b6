import CoreMetrics
import VinculaCore
import VinculaObservation

/// The counts of one way of signing in.
struct SignInMetrics: Sendable {
    private static let name = "vincula_sign_ins_total"

    private let successes: Counter
    private let refusals: Counter
    private let failures: Counter

    /// - Parameters:
    ///   - operation: The name of a route's operation.
    ///   - registry: The metrics to add to.
    /// - Returns: `nil` if nobody signs in by the operation.
    init?(_ operation: String, _ registry: MetricsRegistry) {
        guard let method = Self.methods[operation] else { return nil }
        registry.describe(
            Self.name, "Sign-ins by method and result: success (also if a second factor is still needed), refused, or failed.")
        func counter(_ result: String) -> Counter {
            Counter(label: Self.name, dimensions: [("method", method), ("result", result)], factory: registry)
        }
        (successes, refusals, failures) = (counter("success"), counter("refused"), counter("failed"))
    }

    /// Runs a request, and counts its result.
    func count<Response>(_ body: () async throws -> Response) async throws -> Response {
        do {
            let response = try await body()
            successes.increment()
            return response
        } catch {
            if error is AuthError { refusals.increment() } else { failures.increment() }
            throw error
        }
    }

    /// What a refusal of the operation is counted as in the use of a project; `nil` if it is not.
    static func failure(of operation: String) -> String? { methods[operation].flatMap { $0 == "refresh" ? nil : $0 } }

    private static let methods = [
        "accounts.signUp": "signUp", "accounts.signInWithPassword": "password", "accounts.signInWithIdp": "provider",
        "accounts.signInWithCustomToken": "customToken", "accounts.signInWithGameCenter": "gameCenter",
        "accounts.signInWithEmailLink": "emailLink", "accounts.signInWithPhoneNumber": "phone",
        "accounts.mfaSignIn.finalize": "secondFactor", "token": "refresh",
    ]
}
