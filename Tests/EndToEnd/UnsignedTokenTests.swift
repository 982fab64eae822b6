import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

/// `tokens.unsigned`: a development server for firebase-admin for Node, which accepts no signed token from an emulator.
@Suite("Unsigned tokens")
struct UnsignedTokenTests {
    @Test("Under --dev, tokens have the algorithm none and no signature, and nobody's but an account's own are accepted")
    func unsigned() async throws {
        try await withFolder { folder in
            let signed = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let before = try #require(try await signed.call("accounts:signUp")["idToken"])
            #expect(JSONWebToken(before) != nil)
            signed.child.signal(SIGTERM)
            #expect(try await signed.child.end() == 0)

            let server = try await VinculaProcess.serve(["--data", folder.path, "--tokens-unsigned"] + VinculaProcess.cheap)
            let signUp = try await server.call("accounts:signUp")
            let text = try #require(signUp["idToken"])
            let header = try #require(text.split(separator: ".").first.flatMap { Data(base64URL: $0) })
            #expect(JSONValue.parse(header) == ["alg": "none", "typ": "JWT"] && text.hasSuffix("."))
            let token = try #require(UnsignedToken(text))
            #expect(token.claims["sub"]?.string == signUp["localId"], "\(token.claims.text)")
            // Those of before are still good.
            for token in [text, before] {
                #expect(try await server.call("accounts:lookup", ["idToken": .string(token)]).status == 200)
            }
            let cookie = try await HTTP.post(
                "\(server.url)/v1/projects/demo-project:createSessionCookie", ["idToken": .string(text)],
                headers: ["Authorization": "Bearer owner"])
            let session = try #require(cookie["sessionCookie"], "\(cookie.text)")
            let claims = try #require(UnsignedToken(session)?.claims, "\(session)")
            #expect(claims["iss"] == "https://session.firebase.google.com/demo-project" && claims["sub"] == token.claims["sub"])

            // A cookie is no ID token, and claims that this server did not write open nothing.
            var wrong = [session, token.claims.text]
            for change: [String: JSONValue] in [
                ["iss": "https://securetoken.google.com/other"], ["aud": "other"], ["sub": "other"], ["exp": 1],
                ["firebase": .object([:])],
            ] {
                wrong.append(UnsignedToken.text(claims: token.claims.with(change).text))
            }
            let firebase = try #require(token.claims["firebase"])
            let other = token.claims.with(["firebase": firebase.with(["gen": .integer(1)])])
            wrong.append(UnsignedToken.text(claims: other.text))
            for text in wrong {
                let answer = try await server.call("accounts:lookup", ["idToken": .string(text)])
                #expect(answer.status == 400, "\(text): \(answer.text)")
            }
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)

            // Without the setting, no unsigned token is accepted.
            let again = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let refused = try await again.call("accounts:lookup", ["idToken": .string(text)])
            #expect(refused.code == "INVALID_ID_TOKEN", "\(refused.text)")
            again.child.signal(SIGTERM)
            #expect(try await again.child.end() == 0)
        }
    }

    @Test("A production server with it does not start")
    func production() async throws {
        try await withFolder { folder in
            let outcome = try await VinculaProcess.run([
                "serve", "--project", "shop", "--data", folder.path, "--public-url", "https://auth.example.com",
                "--behind-proxy", "--proxies", "loopback", "--tokens-unsigned",
            ])
            #expect(outcome.status != 0 && outcome.output.contains("tokens.unsigned is only for --dev"), "\(outcome.output)")
        }
    }
}
