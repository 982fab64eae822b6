import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `tokens.algorithm`, and what somebody else's library says of our tokens.
@Suite("Signing algorithm")
struct SigningAlgorithmTests {
    /// Verifies tokens as a Python backend does: by the JWK set (joserfc), and by the X.509 certificate (cryptography).
    private static let verifier = """
        import base64, json, sys, urllib.request
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, padding, utils
        from joserfc import jwt
        from joserfc.jwk import KeySet
        url, tokens = sys.argv[1], sys.argv[2:]
        fetch = lambda path: json.load(urllib.request.urlopen(url + path))
        discovery = fetch("/.well-known/openid-configuration")
        algorithms = discovery["id_token_signing_alg_values_supported"]
        keys = KeySet.import_key_set(json.load(urllib.request.urlopen(discovery["jwks_uri"])))
        certificates = fetch("/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
        def decode(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        for token in tokens:
            decoded = jwt.decode(token, keys, algorithms=algorithms)
            assert decoded.claims["iss"].startswith("https://securetoken.google.com/")
            head, body, signature = token.split(".")
            header = json.loads(decode(head))
            key = x509.load_pem_x509_certificate(certificates[header["kid"]].encode()).public_key()
            message, raw = (head + "." + body).encode(), decode(signature)
            if header["alg"] == "ES256":
                assert len(raw) == 64
                der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
                key.verify(der, message, ec.ECDSA(hashes.SHA256()))
            else:
                key.verify(raw, message, padding.PKCS1v15(), hashes.SHA256())
            try:
                jwt.decode(head + "." + body + "." + signature[:-8] + "AAAAAAAA", keys, algorithms=algorithms)
                sys.exit("A forged token was taken")
            except ValueError: pass
            except Exception as error: assert "signature" in type(error).__name__.lower(), error
            print(header["alg"], "verified")
        print("algorithms", *algorithms)
        """

    @Test("ES256: other libraries verify the tokens, and changing the setting keeps old tokens valid, both ways")
    func switched() async throws {
        try await withFolder { folder in
            let arguments = ["--data", folder.path] + VinculaProcess.cheapHashes
            var tokens: [String] = []
            for algorithm in ["RS256", "ES256", "RS256"] {
                let server = try await VinculaProcess.serve(arguments + ["--tokens-algorithm", algorithm])
                tokens.append(try #require(try await server.call("accounts:signUp")["idToken"]))
                for token in tokens {
                    #expect(try await server.call("accounts:lookup", ["idToken": .string(token)]).status == 200)
                }
                let verified = try await ChildProcess.run(
                    OpenIDProviderProcess.python, ["-c", Self.verifier, server.url] + tokens)
                #expect(verified.status == 0, "\(verified.output)")
                let lines = verified.output.split(separator: "\n").map(String.init)
                #expect(lines.dropLast().last == "\(algorithm) verified")
                #expect(lines.last == (tokens.count == 1 ? "algorithms RS256" : "algorithms RS256 ES256"))
                // The server listens before its session-cookie key is there.
                while try await !Self.active(["list", "--data", folder.path]).allSatisfy({ $0.contains(algorithm) }) {
                    try await Task.sleep(for: .milliseconds(50))
                }
                // A rotation from the command line, which was not told the setting, stays with it.
                let active = try await Self.active(["rotate", "--now", "--data", folder.path])
                #expect(!active.isEmpty && active.allSatisfy { $0.contains(algorithm) }, "\(active)")
                server.child.signal(SIGTERM)
                #expect(try await server.child.end() == 0)
            }
            let wrong = try await VinculaProcess.run(["serve", "--dev", "--tokens-algorithm", "HS256", "--data", folder.path])
            #expect(wrong.status != 0 && wrong.output.contains("it must be RS256 or ES256"), "\(wrong.output)")
        }
    }

    /// The lines of the keys that sign, in what `vincula keys` prints.
    private static func active(_ arguments: [String]) async throws -> [Substring] {
        try await VinculaProcess.run(["keys"] + arguments).output.split(separator: "\n").filter { $0.contains(" active ") }
    }
}
