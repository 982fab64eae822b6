import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// An operator's authenticator app, before anything else.
@Suite("Enrolling an authenticator app in the console")
struct ConsoleEnrollmentTests {
    private func key(_ page: HTTPAnswer) -> (secret: String, session: String)? {
        guard let secret = page.text.firstMatch(of: /name="secret" value="([A-Z2-7]+)"/)?.output.1,
            let session = page.text.firstMatch(of: /name="session" value="([^"]+)"/)?.output.1
        else { return nil }
        return (String(secret), String(session))
    }

    @Test("A mistyped code changes no key: the app that was set up is asked again; what is no key is not shown")
    func mistyped() async throws {
        try await TestServer.with { server in
            let grant = OperatorGrant(role: .owner, reach: .all)
            let code = try await server.engine.operators.invite("op@example.com", to: grant, by: nil)
            let browser = ConsoleBrowser(server.adminURL ?? server.url)
            _ = try await browser.get("/console/welcome")
            _ = try await browser.post(
                "/console/welcome", ["code": code, "email": "op@example.com", "password": ConsoleBrowser.password])
            let first = try #require(key(try await browser.get("/console/enroll")))
            let app = Authenticator(id: "", secret: first.secret)
            let right = app.code(at: SystemClock().now)
            let wrong = String(right.reversed()) == right ? "000000" : String(right.reversed())

            let refused = try await browser.post(
                "/console/enroll", ["session": first.session, "secret": first.secret, "code": wrong])
            #expect(refused.status == 400 && refused.text.contains("This code is wrong"), "\(refused.text)")
            let again = try #require(key(refused), "\(refused.text)")
            #expect(again == first)

            let odd = try await browser.post(
                "/console/enroll", ["session": first.session, "secret": "\"><script>alert(1)</script>", "code": wrong])
            #expect(odd.status == 400 && !odd.text.contains("<script>alert"), "\(odd.text)")
            #expect(key(odd).map { $0.secret != first.secret } == true, "\(odd.text)")

            let enrolled = try await browser.post(
                "/console/enroll",
                ["session": again.session, "secret": again.secret, "code": app.code(at: SystemClock().now)])
            #expect(enrolled.status == 303 && enrolled.headers["location"] == "/console/recovery-codes", "\(enrolled.text)")
        }
    }
}
