import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Imports into a running server by unmodified Admin SDKs.
@Suite("Imports")
struct ImportTests {
    private static let kinds = [
        "SCRYPT", "STANDARD_SCRYPT", "BCRYPT", "PBKDF_SHA1", "PBKDF2_SHA256", "HMAC_MD5", "HMAC_SHA1", "HMAC_SHA256",
        "HMAC_SHA512",
        "MD5", "SHA1", "SHA256", "SHA512",
    ]

    @Test("firebase-admin for Python imports users with each hash that it knows, who sign in with their passwords")
    func adminSDK() async throws {
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
        let script = FixtureScript.path("import_users.py")
        let python = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-W", "ignore", script, server.url])
        #expect(python.status == 0, "\(python.output)")
        for kind in Self.kinds {
            let expected =
                "\(kind) 1 [(1, 'email exists in other account in database')] [400, 200, 400, 200] {'kind': '\(kind)'} "
                + "['password', 'google.com']"
            #expect(python.output.contains(expected), "\(expected)\n\(python.output)")
        }
        // All of them have signed in, so all hashes are this server's own.
        #expect(python.output.contains("exported \(Self.kinds.count) {32}"), "\(python.output)")
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    @Test("A running server wraps imported digests within seconds, and a key is nowhere in its files")
    func wrapping() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap)
            let key = "a signer key that must not be found"
            let users: [JSONValue] = (0..<40).map { number in
                [
                    "localId": .string("u\(number)"), "email": .string("u\(number)@example.com"), "salt": "TmFDbA==",
                    "passwordHash": .string(Data(repeating: UInt8(number), count: 32).base64EncodedString()),
                ]
            }
            let imported = try await HTTP.post(
                "\(server.url)/v1/projects/demo-project/accounts:batchCreate",
                [
                    "users": .array(users), "hashAlgorithm": "HMAC_SHA256",
                    "signerKey": .string(Data(key.utf8).base64EncodedString()),
                ], headers: ["Authorization": "Bearer owner"])
            #expect(imported.status == 200 && imported.json["error"] == .array([]), "\(imported.text)")
            var bare = ""
            for _ in 0..<300 where bare != "0 of 40" {
                try await Task.sleep(for: .milliseconds(100))
                bare = try await Self.bareHashes(data)
            }
            #expect(bare == "0 of 40")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            for file in try FileManager.default.contentsOfDirectory(at: data, includingPropertiesForKeys: nil) {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                for text in [key, Data(key.utf8).base64EncodedString()] {
                    #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
        }
    }

    private static func bareHashes(_ data: URL) async throws -> String {
        let script = """
            import sqlite3, sys
            rows = sqlite3.connect(sys.argv[1]).execute(
                "SELECT sum(password_is_bare), count(*) FROM accounts WHERE password_hash IS NOT NULL").fetchone()
            print("%d of %d" % rows)
            """
        let python = try await ChildProcess.run(
            OpenIDProviderProcess.python, ["-c", script, data.appending(path: "vincula.sqlite").path])
        return python.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
