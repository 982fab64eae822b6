import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `tokens.unsigned`: a development server for firebase-admin for Node, which accepts no signed token from an emulator.
@Suite("Unsigned tokens")
struct UnsignedTokenTests {
    /// The header or the claims of a token.
    private static func part(_ index: Int, of token: String) -> JSONValue? {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 3 else { return nil }
        let base64 = segments[index].replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)).flatMap(JSONValue.parse)
    }

    /// A token that anybody could write.
    private static func unsigned(_ claims: JSONValue) -> String {
        let segments = [#"{"alg":"none","typ":"JWT"}"#, claims.text].map { text in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        return segments.joined(separator: ".") + "."
    }

    @Test("Under --dev, tokens have the algorithm none and no signature, and nobody's but an account's own are accepted")
    func unsigned() async throws {
        try await withFolder { folder in
            let signed = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let before = try #require(try await signed.call("accounts:signUp")["idToken"])
            #expect(Self.part(0, of: before)?["alg"] == "ES256")
            signed.child.signal(SIGTERM)
            #expect(try await signed.child.end() == 0)

            let server = try await VinculaProcess.serve(["--data", folder.path, "--tokens-unsigned"] + VinculaProcess.cheap)
            let signUp = try await server.call("accounts:signUp")
            let text = try #require(signUp["idToken"])
            #expect(Self.part(0, of: text) == ["alg": "none", "typ": "JWT"] && text.hasSuffix("."), "\(text)")
            let own = try #require(Self.part(1, of: text))
            #expect(own["sub"]?.string == signUp["localId"] && Self.unsigned(own) == text, "\(own.text)")
            // Those of before are still good.
            for token in [text, before] {
                #expect(try await server.call("accounts:lookup", ["idToken": .string(token)]).status == 200)
            }
            let cookie = try await HTTP.post(
                "\(server.url)/v1/projects/demo-project:createSessionCookie", ["idToken": .string(text)],
                headers: ["Authorization": "Bearer owner"])
            let session = try #require(cookie["sessionCookie"], "\(cookie.text)")
            let claims = try #require(Self.part(1, of: session), "\(session)")
            #expect(claims["iss"] == "https://session.firebase.google.com/demo-project" && claims["sub"] == own["sub"])
            #expect(session.hasSuffix("."), "\(session)")

            // A cookie is no ID token, and claims that this server did not write open nothing.
            var wrong = [session, own.text]
            for change: [String: JSONValue] in [
                ["iss": "https://securetoken.google.com/other"], ["aud": "other"], ["sub": "other"], ["exp": 1],
                ["firebase": .object([:])],
            ] {
                wrong.append(Self.unsigned(own.with(change)))
            }
            let firebase = try #require(own["firebase"])
            wrong.append(Self.unsigned(own.with(["firebase": firebase.with(["gen": .integer(1)])])))
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
