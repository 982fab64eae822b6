import Crypto
import Foundation
import Synchronization
import TestSupport
import VinculaCore
import VinculaCrypto

@testable import VinculaVerifier

/// An issuer in memory: it answers for its keys as a test tells it, and counts.
final class ScriptedIssuer: VerifierTransport, Sendable {
    struct Down: Error {}

    struct State: Sendable {
        var body = ScriptedIssuer.keySet([TestKey.rsa.published, TestKey.p256Published])
        var headers = ["cache-control": "public, max-age=3600"]
        var status = 200
        var isDown = false
        var delay: Duration?
        var requests: [VerifierRequest] = []
    }

    static let project = "shop"
    static let issuer = "https://issuer.test/" + project
    static let cookieIssuer = "https://cookies.test/" + project

    let state = Mutex(State())
    let time = Mutex<(seconds: Int64, uptime: Duration)>((1_700_000_000, .zero))

    var now: Int64 { time.withLock { $0.seconds } }
    var count: Int { state.withLock { $0.requests.count } }

    var clock: VerifierClock {
        VerifierClock(seconds: { self.time.withLock { $0.seconds } }, uptime: { self.time.withLock { $0.uptime } })
    }

    static func keySet(_ keys: [JSONValue]) -> String { JSONValue.object(["keys": .array(keys)]).text }

    func advance(_ seconds: Int64) {
        time.withLock { $0 = ($0.seconds + seconds, $0.uptime + .seconds(seconds)) }
    }

    func send(_ request: VerifierRequest) async throws -> VerifierAnswer {
        let (answer, delay) = try state.withLock { state in
            state.requests.append(request)
            if state.isDown { throw Down() }
            let answer = VerifierAnswer(status: state.status, headers: state.headers, body: Array(state.body.utf8))
            return (answer, state.delay)
        }
        if let delay { try await Task.sleep(for: delay) }
        return answer
    }

    /// A verifier of this issuer's tokens.
    func verifier(
        _ feed: RevocationFeed? = nil, leeway: Int = 60, change: (inout TokenIssuer) -> Void = { _ in }
    ) throws -> TokenVerifier {
        let keys = try requireURL("https://issuer.test/keys")
        var issuer = TokenIssuer(
            project: Self.project, idTokenIssuer: Self.issuer, sessionCookieIssuer: Self.cookieIssuer, idTokenKeys: keys,
            sessionCookieKeys: keys)
        change(&issuer)
        return try TokenVerifier(
            issuer, revocations: feed, leeway: leeway, transport: self, clock: clock, timing: KeyTiming())
    }

    /// A good ID token, which a test may spoil.
    func token(_ change: (inout TestToken) -> Void = { _ in }) throws -> String {
        var token = TestToken(issuer: Self.issuer, client: Self.project, now: now)
        token.claims = token.claims.with([
            "auth_time": .integer(now - 100), "user_id": "s-1", "phone_number": "+12025550100", "role": "editor",
            "firebase": [
                "sign_in_provider": "password", "gen": 7, "session": "AAAA", "sign_in_second_factor": "totp",
                "second_factor_identifier": "f-1", "identities": ["email": ["ann@acme.test"]],
            ],
        ])
        change(&token)
        return try token.text
    }
}

func requireURL(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    return url
}

/// Waits for something that happens in the background.
func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<1000 {
        if try await isSo() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
