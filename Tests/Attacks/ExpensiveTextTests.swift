import Foundation
import FuzzTargets
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

@testable import VinculaSQL
@testable import VinculaServer

/// Text that Swift sorts for hours before it compares it: a run of combining marks of alternating classes.
@Suite("Text that is expensive to compare", .tags(.attack))
struct ExpensiveTextTests {
    /// About so many bytes of it.
    static func marks(_ bytes: Int) -> String { String(repeating: "\u{301}\u{316}", count: bytes / 4) }

    /// The maximum cost of a byte, in nanoseconds: a debug build needs some hundreds; a megabyte that is sorted, hundreds of
    /// thousands.
    private static let most = 5000

    @Test("T175 every parser of untrusted text is linear in a megabyte of marks, in every encoding")
    func readers() throws {
        let size = 1 << 20
        let raw = Self.marks(size)
        let escaped = String(repeating: #"\u0301\u0316"#, count: size / 12)
        let percent = String(repeating: "%CC%81%CC%96", count: size / 12)
        let jsons = [raw, escaped].flatMap {
            ["\"\($0)\"", "{\"a\":\"\($0)\"}", "{\"\($0)\":1}", "{\"keys\":[{\"kid\":\"\($0)\"}]}"]
        }
        let options = ServerOptions(isDevelopment: true, project: "p", address: PublicAddress("http://localhost"))
        func isCheap(_ body: () -> Void) -> Bool { ThreadTime.cost(size, body) < Self.most }
        for json in jsons {
            let bytes = Array(json.utf8)
            let start = json.prefix(20)
            var parsed: JSONValue?
            var keys: JSONWebKeySet?
            var decoded: JSONValue?
            #expect(isCheap { parsed = JSONValue.parse(Data(bytes)) } && parsed == nil, "\(start)")
            #expect(isCheap { keys = JSONWebKeySet(json: Data(bytes)) } && keys == nil, "\(start)")
            let body = ReceivedBody(bytes: bytes, isForm: false, options: options)
            #expect(isCheap { decoded = try? body.decode(JSONValue.self) } && decoded == nil, "\(start)")
        }
        for form in [raw, percent].flatMap({ ["a=\($0)", "\($0)=a", "a=b&\($0)"] }) {
            let start = form.prefix(20)
            var isTaken = false
            #expect(isCheap { isTaken = (try? FormFields(form)) != nil } && !isTaken, "\(start)")
            #expect(isCheap { isTaken = (try? QueryParameters(form)) != nil } && !isTaken, "\(start)")
            for (uri, body) in [
                ("http://localhost/?\(form)", "providerId=x"), ("http://localhost/#\(form)", ""), ("http://localhost", form),
            ] {
                let isRead = isCheap { isTaken = (try? ProviderResponse.credential(requestURI: uri, postBody: body)) != nil }
                #expect(isRead && !isTaken, "\(uri.prefix(40)) \(body.prefix(20))")
            }
        }
    }

    @Test("T175 a megabyte of plain requestUri, postBody or query costs no more than reading it")
    func plain() throws {
        let size = 1 << 20
        let value = String(repeating: "a%41+", count: size / 5)
        for (uri, body) in [
            ("http://localhost/?x=\(value)", "providerId=google.com"), ("http://localhost/#x=\(value)", "providerId=google.com"),
            ("http://localhost", "providerId=google.com&x=\(value)"),
        ] {
            var provider: ProviderID?
            let cost = ThreadTime.cost(size) {
                provider = try? ProviderResponse.credential(requestURI: uri, postBody: body).provider
            }
            print("\(uri.prefix(20)): \(cost) ns a byte")
            #expect(cost < Self.most && provider == .google)
        }
        // The same name again and again.
        let repeated = String(repeating: "a&", count: size / 2)
        var count: Int?
        let cost = ThreadTime.cost(size) { count = try? QueryParameters(repeated).all("a").count }
        #expect(cost < Self.most && count == size / 2)
    }

    @Test("T175 refusals have Google's format and say why")
    func answers() async throws {
        try await TestServer.with { server in
            let marks = Self.marks(200)
            let why = "A text has more than 30 combining marks in a row"
            let json = try await server.call("accounts:signUp", ["displayName": .string(marks)])
            #expect(json.status == 400 && json.message == "Invalid JSON payload received. \(why)", "\(json.text)")
            let form = try await HTTP.send(
                "POST", "\(server.url)/v1/token?key=k", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("grant_type=refresh_token&refresh_token=\(marks)".utf8))
            #expect(form.status == 400 && form.message?.hasSuffix("Invalid form or query. \(why)") == true, "\(form.text)")
            #expect(form.json["error"]?["status"] == "INVALID_ARGUMENT")
            let query = try await HTTP.send(
                "GET", "\(server.url)/v2/recaptchaConfig?key=k&x=%CC%81%CC%96" + String(repeating: "%CC%81", count: 30))
            #expect(query.status == 400 && query.message?.hasSuffix(why) == true, "\(query.text)")
            let postBody = try await server.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": .string("providerId=" + String(repeating: "%CC%81", count: 31))])
            #expect(postBody.status == 400 && postBody.message?.hasSuffix(why) == true, "\(postBody.text)")
            // Names of people have marks, and are none of this.
            let name = "Ơ\u{323}\u{309} é\u{301} שָׁלוֹם " + String(marks.unicodeScalars.prefix(30).map(Character.init))
            let person = try await server.call(
                "accounts:signUp", ["email": "a@example.com", "password": "secret1", "displayName": .string(name)])
            #expect(person.status == 200, "\(person.text)")
        }
    }

    @Test("T175 headers that are read are short ASCII, on every path; others may contain anything")
    func headers() async throws {
        try await TestServer.with { server in
            let port = try #require(URL(string: server.url)?.port)
            func status(_ header: String, path: String = "/healthz") async throws -> Substring {
                var answer = ""
                // An answer to a request that was not read to its end can be lost when the connection is closed.
                for _ in 0..<3 where answer.isEmpty {
                    answer = try await RawHTTP.exchange(
                        "GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\(header)\r\n\r\n",
                        port: port)
                }
                return answer.dropFirst("HTTP/1.1 ".count).prefix(3)
            }
            let read = [
                "Accept", "Accept-Language", "Authorization", "Content-Type", "Forwarded", "Origin", "Sec-Fetch-Site", "Via",
                "X-Firebase-Locale", "X-Forwarded-For", "X-Goog-Api-Key", "x-firebase-locale",
            ]
            for name in read {
                #expect(try await status("\(name): \(Self.marks(20_000))") == "400", "\(name)")
                #expect(try await status("\(name): \(String(repeating: "a", count: 20_000))") == "400", "\(name)")
                #expect(try await status("\(name): Grüße") == "400", "\(name)")
            }
            for name in ["User-Agent", "Referer", "Cookie", "X-Client-Version", "X-Geo-City", "If-None-Match"] {
                #expect(try await status("\(name): \(Self.marks(20_000))") == "200", "\(name)")
                #expect(try await status("\(name): \(String(repeating: "a", count: 20_000))") == "200", "\(name)")
            }
            #expect(try await status("Accept-Language: de-CH, de;q=0.9, en;q=0.8, *;q=0.5") == "200")
        }
    }

    @Test("T175 settings full of marks that an earlier release stored are found by their digest")
    func storedSettings() throws {
        let size = 1 << 18
        var settings = ProjectSettings.production
        settings.email.templates["signIn"] = ["en": EmailSettings.Template(text: Self.marks(size))]
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        let decoded = DecodedSettings()
        for _ in 0..<5 {
            var length: Int?
            let cost = ThreadTime.cost(size) {
                length = try? decoded.settings(text).email.templates["signIn"]?["en"]?.text?.utf8.count
            }
            #expect(cost < Self.most && length == size)
        }
    }
}
