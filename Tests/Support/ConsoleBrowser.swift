import Foundation
import Synchronization
package import Testing
package import VinculaCore
import VinculaEngine

/// An operator's browser at the console: it keeps cookies, and says where its forms come from.
package final class ConsoleBrowser: Sendable {
    package static let password = "correct horse battery"

    /// Where the console is, without a trailing slash.
    package let base: String
    private let jar = Mutex<[String: String]>([:])
    private let lastPage = Mutex("")

    package init(_ base: String) { self.base = base }

    /// The cookies as the browser sends them.
    package var cookies: String {
        jar.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    }

    /// The token in the forms of the last page.
    package var token: String { first(/name="token" value="([^"]+)"/) ?? "" }

    private func first(_ expression: Regex<(Substring, Substring)>) -> String? {
        lastPage.withLock { $0.firstMatch(of: expression).map { String($0.output.1) } }
    }

    private func keep(_ answer: HTTPAnswer) {
        jar.withLock { jar in
            for cookie in answer.cookies {
                let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2 else { continue }
                jar[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
            }
        }
        // A file is no page.
        let isPage = answer.headers["content-type"]?.hasPrefix("text/html") == true
        if answer.status == 200, isPage { lastPage.withLock { $0 = answer.text } }
    }

    package func get(_ path: String, headers: [String: String] = [:]) async throws -> HTTPAnswer {
        let answer = try await HTTP.send(
            "GET", base + path, headers: ["Accept": "text/html", "Cookie": cookies].merging(headers) { $1 })
        keep(answer)
        return answer
    }

    /// Sends a form as the page does: with the token of the last page, from this origin.
    package func post(
        _ path: String, _ fields: [String: String] = [:], token: String? = nil, headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let all = fields.merging(["token": token ?? self.token]) { own, _ in own }
        let answer = try await HTTP.send(
            "POST", base + path,
            headers: [
                "Accept": "text/html", "Cookie": cookies, "Origin": base, "Content-Type": "application/x-www-form-urlencoded",
            ].merging(headers) { $1 },
            body: Data(QueryText.encode(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).utf8))
        keep(answer)
        return answer
    }

    /// Becomes an operator with an invitation's code, and enrols an authenticator app.
    @discardableResult
    package func join(
        _ code: String, _ email: String, at now: @autoclosure () -> Timestamp = SystemClock().now,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Authenticator {
        _ = try await get("/console/welcome")
        let joined = try await post(
            "/console/welcome", ["code": code, "email": email, "password": Self.password])
        #expect(
            joined.status == 303 && joined.headers["location"] == "/console/enroll", "\(joined.text)",
            sourceLocation: sourceLocation)
        let page = try await get("/console/enroll")
        #expect(page.status == 200, "\(page.text)", sourceLocation: sourceLocation)
        let app = Authenticator(id: "", secret: first(/secret=([A-Z2-7]+)/) ?? "")
        let session = first(/name="session" value="([^"]+)"/) ?? ""
        let enrolled = try await post("/console/enroll", ["session": session, "code": app.code(at: now())])
        #expect(
            enrolled.status == 303 && enrolled.headers["location"] == "/console/recovery-codes", "\(enrolled.text)",
            sourceLocation: sourceLocation)
        // The session's own token from here on.
        _ = try await get("/console/recovery-codes")
        return app
    }

    /// Invites somebody, and has them join.
    package static func joined(
        _ server: TestServer, _ email: String, _ role: OperatorRole, _ reach: OperatorReach = .all,
        at now: @autoclosure () -> Timestamp = SystemClock().now, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ConsoleBrowser {
        let code = try await server.engine.operators.invite(email, to: OperatorGrant(role: role, reach: reach), by: nil)
        let browser = ConsoleBrowser(server.adminURL ?? server.url)
        try await browser.join(code, email, at: now(), sourceLocation: sourceLocation)
        return browser
    }
}
