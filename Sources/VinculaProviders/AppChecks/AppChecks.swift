package import AsyncHTTPClient
import Foundation
package import VinculaCore
package import VinculaEngine

/// Asks the services that the operator configured about apps' tokens.
package struct AppChecks: AppChecker {
    private let options: AppCheckOptions
    private let http: ProviderHTTP
    private let timeout: Duration
    private let clock: any Clock
    private let accessTokens: GoogleAccessTokens?

    /// - Parameters:
    ///   - options: The services.
    ///   - providers: The settings of connections and of the timeout, which are those for identity providers.
    ///   - httpClient: Only its event loops are used.
    ///   - clock: The clock that tokens' times are compared with.
    ///   - stop: Ends the wait for a service when the server stops.
    ///   - ended: Called after each request in the task that made it; `nil` if nobody wants to know.
    package init(
        _ options: AppCheckOptions, providers: ProviderOptions, httpClient: HTTPClient, clock: any Clock,
        stop: ProviderStop = ProviderStop(), ended: (@Sendable (_ took: Duration, _ hasFailed: Bool) -> Void)? = nil
    ) {
        self.options = options
        http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: providers.allowsLoopbackHTTP,
            allowsPrivateAddresses: providers.allowsPrivateAddresses, ended: ended, stop: stop)
        timeout = providers.timeout
        self.clock = clock
        accessTokens = options.playIntegrity.map { GoogleAccessTokens(account: $0.account) }
    }

    package var kinds: Set<AppTokenKind> {
        var kinds: Set<AppTokenKind> = []
        if options.recaptcha != nil { kinds.insert(.recaptcha) }
        if options.recaptchaEnterprise != nil { kinds.insert(.recaptchaEnterprise) }
        if options.playIntegrity != nil { kinds.insert(.playIntegrity) }
        return kinds
    }

    package var sites: AppCheckSites {
        var sites = AppCheckSites()
        sites.recaptcha = options.recaptcha?.siteKey
        sites.recaptchaEnterprise = options.recaptchaEnterprise?.siteKey
        sites.playIntegrityProject = options.playIntegrity?.projectNumber
        return sites
    }

    package func voucher(
        for token: String, _ kind: AppTokenKind, from client: ClientAddress
    ) async throws(AuthError) -> AppVoucher? {
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let visit = AppCheckVisit(http: http, deadline: .now + timeout, now: clock.now)
        let isGood: Bool
        switch kind {
        case .recaptcha: isGood = try await options.recaptcha?.vouches(for: token, from: client, visit) ?? false
        case .recaptchaEnterprise:
            isGood = try await options.recaptchaEnterprise?.vouches(for: token, from: client, visit) ?? false
        case .playIntegrity:
            guard let service = options.playIntegrity, let accessTokens else { return nil }
            return try await service.voucher(for: token, accessTokens, visit)
        }
        // Google takes each token of reCAPTCHA once, however it is spelt.
        return isGood ? AppVoucher(id: token) : nil
    }
}

/// One question to a service.
struct AppCheckVisit: Sendable {
    let http: ProviderHTTP
    let deadline: ContinuousClock.Instant
    let now: Timestamp

    /// Sends a request.
    ///
    /// - Returns: The answer's JSON object, and its status.
    /// - Throws: ``AuthError/appCheckerUnavailable(_:)`` if there is no such answer.
    func ask(_ name: String, _ request: ProviderRequest) async throws(AuthError) -> (status: Int, answer: JSONValue) {
        let response: ProviderHTTP.Response
        do throws(AuthError) {
            response = try await http.answer(to: request, until: deadline)
        } catch .providerUnavailable(let reason) {
            throw Self.unavailable(name, reason)
        }
        guard let answer = response.object else { throw Self.unavailable(name, "Its answer is not a JSON object.") }
        return (response.status, answer)
    }

    /// The error for a service that cannot be asked. It has nothing of the request.
    static func unavailable(_ name: String, _ reason: String) -> AuthError {
        .appCheckerUnavailable("\(name), which checks whether requests come from an app, gave no usable answer: \(reason)")
    }
}

extension JSONValue {
    /// The texts of a list; empty for anything else.
    var texts: [String] {
        guard case .array(let values) = self else { return [] }
        return values.compactMap(\.string)
    }

    /// A number between 0 and 1, in percent.
    var percent: Double? {
        switch self {
        case .integer(let number): Double(number) * 100
        case .number(let number): number * 100
        default: nil
        }
    }
}
