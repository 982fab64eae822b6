import Foundation
import FuzzTargets
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

@Suite("Parsers of untrusted input")
struct ParserTests {
    @Test("T144 Every input that ever broke a parser, and some that might", .tags(.attack), arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fuzz/Corpus/\(target.rawValue)").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 20)
        for file in files {
            let input = Array(try Data(contentsOf: file))
            var broken: (any Error)?
            let cost = ThreadTime.cost(max(1, input.count)) {
                do { try target.run(input) } catch { broken = error }
            }
            #expect(broken == nil, "\(file.lastPathComponent)")
            // Half a second each, or half a millisecond a byte in a debug build: what is sorted takes many times that.
            #expect(cost < max(500_000, 500_000_000 / max(1, input.count)), "\(file.lastPathComponent): \(cost) ns a byte")
            // And half of it, and with each of a few bytes in its middle.
            #expect(throws: Never.self, "\(file.lastPathComponent), cut") { try target.run(Array(input.prefix(input.count / 2))) }
            for byte: UInt8 in [0, 0x0A, 0x22, 0x5C, 0x80, 0xFF] where !input.isEmpty {
                var changed = input
                changed[input.count / 2] = byte
                #expect(throws: Never.self, "\(file.lastPathComponent), \(byte)") { try target.run(changed) }
            }
        }
    }

    private static let bombs: [(name: String, body: [UInt8])] = [
        ("depth", Array(String(repeating: "[", count: 100_000).utf8)),
        ("depth, in an app's body", Array(String(repeating: "[", count: 60_000).utf8)),
        ("many short names", Array(("{" + (0..<7000).map { "\"\($0)\":1" }.joined(separator: ",") + ",\"0\":1}").utf8)),
        ("long number, in an app's body", Array((#"{"a":"# + String(repeating: "9", count: 60_000) + "}").utf8)),
        ("marks", Array("{\"email\":\"\(ExpensiveTextTests.marks(60_000))\"}".utf8)),
        ("depth of objects", Array(String(repeating: #"{"a":"#, count: 50_000).utf8)),
        ("many names", Array(("{" + (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}").utf8)),
        ("many escaped names", Array(("{" + (0..<20_000).map { "\"\\u0061\($0)\":1" }.joined(separator: ",") + "}").utf8)),
        ("long number", Array((#"{"a":"# + String(repeating: "9", count: 1_000_000) + "}").utf8)),
        ("long fraction", Array((#"{"a":0."# + String(repeating: "9", count: 1_000_000) + "}").utf8)),
        ("infinite number", Array(#"{"a":1e999}"#.utf8)),
        ("lone surrogate", Array(#"{"email":"\ud800"}"#.utf8)),
        ("surrogates turned round", Array(#"{"email":"\ude00\ud83d"}"#.utf8)),
        ("raw NUL", Array("{\"email\":\"a\u{0}\"}".utf8)),
        ("duplicate name", Array(#"{"email":"a@example.com","email":"b@example.com"}"#.utf8)),
        ("duplicate name, escaped", Array(#"{"email":"a@example.com","\u0065mail":"b@example.com"}"#.utf8)),
        ("duplicate name, composed and not", Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)),
        ("byte order mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
        ("invalid UTF-8", [0x7B, 0x22, 0xC0, 0xAF, 0x22, 0x3A, 0x31, 0x7D]),
        ("UTF-16", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]),
        ("trailing comma", Array(#"{"email":"a@example.com",}"#.utf8)),
        ("comment", Array(#"{/*x*/"email":"a@example.com"}"#.utf8)),
        ("not a number", Array(#"{"a":NaN}"#.utf8)),
        ("hexadecimal", Array(#"{"a":0x10}"#.utf8)),
        ("two texts", Array("{}{}".utf8)),
    ]

    @Test("T139 JSON bombs, and JSON that two parsers interpret differently", .tags(.attack))
    func bombs() async throws {
        try await TestServer.with { server in
            for (name, body) in Self.bombs {
                for rpc in ["accounts:signUp", "accounts:signInWithIdp", "token", "projects/example/accounts:lookup"] {
                    let isAdministrators = rpc.hasPrefix("projects/")
                    let answer = try await HTTP.send(
                        "POST", "\(server.url)/v1/\(rpc)?key=k",
                        headers: isAdministrators ? ["Authorization": "Bearer owner"] : [:], body: Data(body))
                    // SAML responses have more room.
                    let room = rpc == "accounts:signInWithIdp" ? 512 << 10 : 64 << 10
                    if body.count > room, !isAdministrators {
                        #expect(answer.status == 413, "\(name): \(answer.text.prefix(200))")
                        continue
                    }
                    #expect(answer.status == 400, "\(name): \(answer.text.prefix(200))")
                    #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(name): \(answer.text.prefix(200))")
                }
            }
            let nul = try await server.call("accounts:signUp", ["email": "a\u{0}@example.com", "password": "violet river"])
            #expect(nul.code == "INVALID_EMAIL")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
            #expect(try await HTTP.send("GET", "\(server.url)/readyz").status == 200)
        }
    }

    @Test("T139 A refused field is refused however its name is encoded", .tags(.attack))
    func escapedFields() async throws {
        try await TestServer.with { server in
            let signUps = [#"{"localId":"chosen"}"#, #"{"\u006cocalId":"chosen"}"#, #"{"loc\u0061l\u0049d":"chosen"}"#]
            for body in signUps {
                let answer = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: Data(body.utf8))
                #expect(answer.message == "UNEXPECTED_PARAMETER : User ID", "\(body): \(answer.text)")
            }
            let update = try await HTTP.send(
                "POST", "\(server.url)/v1/accounts:update?key=k",
                body: Data(#"{"idToken":"x","\u0063ustomAttributes":"{\"admin\":true}"}"#.utf8))
            #expect(update.code == "INSUFFICIENT_PERMISSION")
        }
    }

    @Test("T144 A duplicate form field, and a provider's name with foreign letters", .tags(.attack))
    func forms() async throws {
        try await TestServer.with { server in
            func signIn(_ postBody: String) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": .string(postBody)])
            }
            let twice = try await signIn("providerId=google.com&id_token=%7B%22sub%22:%22a%22%7D&providerId=apple.com")
            #expect(twice.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
            // U+212A, which lower-casing turns into a plain k.
            let kelvin = try await signIn("providerId=faceboo%E2%84%AA.com&access_token=%7B%22sub%22:%22a%22%7D")
            #expect(kelvin.status == 400, "\(kelvin.text)")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }
}
