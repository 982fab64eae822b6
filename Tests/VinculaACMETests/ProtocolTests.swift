import Foundation
import Testing
import VinculaACME
import VinculaCore

/// What an ACME server sends, and what is said about its refusals.
@Suite("ACME: documents")
struct ProtocolTests {
    private static func json(_ text: String) throws -> JSONValue { try #require(JSONValue.parse(Data(text.utf8)), "\(text)") }

    @Test("T297 a directory needs three https addresses")
    func directory() throws {
        let good = """
            {"newNonce":"https://a.example/n","newAccount":"https://a.example/a","newOrder":"https://a.example/o",
             "meta":{"termsOfService":"https://a.example/terms","externalAccountRequired":true}}
            """
        let directory = try ACMEDirectory(Self.json(good))
        #expect(directory.terms == "https://a.example/terms" && directory.needsExternalAccount)
        #expect(directory.newOrder.description == "https://a.example/o" && directory.renewalInfo == nil)
        let renewing = try Self.json(
            good.replacing(#"{"newNonce""#, with: #"{"renewalInfo":"https://a.example/r","newNonce""#))
        #expect(try ACMEDirectory(renewing).renewalInfo?.description == "https://a.example/r")
        for (from, to) in [
            ("https://a.example/n", "http://a.example/n"), ("newAccount", "newOne"), ("https://a.example/o", "https://a b/o"),
            ("https://a.example/o", "https://u:p@a.example/o"), ("https://a.example/o", "https://"),
            ("\"https://a.example/o\"", "7"),
        ] {
            let bad = try Self.json(good.replacing(from, with: to))
            #expect(throws: ACMEFailure.self, "\(to)") { try ACMEDirectory(bad) }
        }
    }

    @Test("T334 the time that an authority wants a renewal at is read strictly, and asked for neither too often nor too seldom")
    func renewalInfo() throws {
        func info(_ start: String, _ end: String, _ more: String = "") throws -> RenewalInfo {
            try RenewalInfo(Self.json(#"{"suggestedWindow":{"start":"\#(start)","end":"\#(end)"}\#(more)}"#))
        }
        let good = try info("2026-01-02T04:00:00Z", "2026-01-03T04:00:00Z", #","explanationURL":"https://a.example/why""#)
        #expect(good.start == Timestamp(seconds: 1_767_326_400) && good.end == Timestamp(seconds: 1_767_412_800))
        #expect(good.reason == "https://a.example/why")
        let offsets = try info("2026-01-02T06:00:00.123456789+02:00", "2026-01-02T22:30:00-05:30")
        #expect(offsets == RenewalInfo(start: good.start, end: good.end))
        #expect(good.renewal(jitter: 0) == good.start && good.renewal(jitter: 1) == good.end)
        #expect(good.renewal(jitter: 0.5) == good.start.adding(seconds: 43_200) && good.renewal(jitter: 9) == good.end)
        for (start, end) in [
            ("2026-01-03T04:00:00Z", "2026-01-02T04:00:00Z"), ("2026-01-02", "2026-01-03"), ("", "2026-01-03T04:00:00Z"),
            ("2026-13-02T04:00:00Z", "2027-01-03T04:00:00Z"), ("1767326400", "1767412800"),
            ("2026-01-02T04:00:00Z", "99999-01-02T04:00:00Z"),
        ] { #expect(throws: ACMEFailure.self, "\(start) \(end)") { try info(start, end) } }
        #expect(throws: ACMEFailure.self) { try RenewalInfo(Self.json("{}")) }
        #expect(try info("2026-01-02T04:00:00Z", "2026-01-03T04:00:00Z", #","explanationURL":"a\u001bb""#).reason == nil)
        for (wish, pause) in [(nil, 21_600), (5, 60), (-5, 60), (7200, 7200), (9_999_999, 86_400)] as [(Int64?, Int64)] {
            #expect(RenewalInfo.pause(wish) == pause)
        }
    }

    @Test("Orders of every status are read; broken ones are refused", arguments: ACMEOrder.Status.allCases)
    func orders(status: ACMEOrder.Status) throws {
        let good = """
            {"status":"\(status.rawValue)","authorizations":["https://a.example/z/1"],"finalize":"https://a.example/f",
             "certificate":"https://a.example/c"}
            """
        #expect(try ACMEOrder(Self.json(good)).status == status)
        let bare = good.replacing(#""certificate""#, with: #""other""#)
        if status == .valid {
            #expect(throws: ACMEFailure.self) { try ACMEOrder(Self.json(bare)) }
        } else {
            #expect(try ACMEOrder(Self.json(bare)).certificate == nil)
        }
        for (from, to) in [
            (status.rawValue, "done"), ("https://a.example/z/1", "http://a.example/z/1"), (#"["https://a.example/z/1"]"#, "[]"),
            ("https://a.example/f", "ftp://a.example/f"),
        ] {
            let bad = try Self.json(good.replacing("\"\(from)\"", with: "\"\(to)\"").replacing(from, with: to))
            #expect(throws: ACMEFailure.self, "\(to)") { try ACMEOrder(bad) }
        }
    }

    @Test("Only challenges that can be answered are read from an authorization")
    func authorizations() throws {
        let token = "abcdefghijklmnopqrstuv"
        let text = """
            {"status":"pending","identifier":{"type":"dns","value":"A.example"},"challenges":[
              {"type":"dns-01","url":"https://a.example/1","token":"\(token)","status":"pending"},
              {"type":"http-01","url":"http://a.example/2","token":"\(token)","status":"pending"},
              {"type":"http-01","url":"https://a.example/3","token":"../../../../../etc/passwd","status":"pending"},
              {"type":"http-01","url":"https://a.example/4","token":"short","status":"pending"},
              {"type":"tls-alpn-01","url":"https://a.example/5","token":"\(token)","status":"processing"},
              {"type":"http-01","url":"https://a.example/6","token":"\(token)","status":"invalid",
               "error":{"type":"urn:ietf:params:acme:error:dns","detail":"no A record"}}]}
            """
        let authorization = try ACMEAuthorization(Self.json(text))
        #expect(authorization.name == "a.example")
        #expect(authorization.challenges.map(\.url.description) == ["https://a.example/5", "https://a.example/6"])
        #expect(authorization.challenges.map(\.isPending) == [false, false])
        #expect(authorization.problem?.kind == .http01 && authorization.problem?.problem.kind == .dns)
        #expect(try ChallengeChoice.choose([.http01, .tlsALPN01], of: authorization).kind == .http01)
        #expect(try ChallengeChoice.choose([.tlsALPN01], of: authorization).kind == .tlsALPN01)
        let bare = try ACMEAuthorization(
            Self.json(#"{"status":"pending","identifier":{"type":"dns","value":"a.example"},"challenges":[]}"#))
        #expect(throws: ACMEFailure.noChallenge(name: "a.example")) { try ChallengeChoice.choose([.http01], of: bare) }
    }

    @Test("A problem of any shape becomes a short line", arguments: ["null", "[]", "7", #"{"type":7,"detail":{}}"#, "{}"])
    func shapes(text: String) throws {
        let document = try #require(JSONValue.parse(Data(#"{"x":\#(text)}"#.utf8)))
        let problem = ACMEProblem(document["x"] ?? .null)
        #expect(problem.kind == .other && problem.detail.isEmpty)
    }

    @Test("The server's words are one line without control characters, and end somewhere")
    func detail() throws {
        let long = String(repeating: "y", count: 9999)
        let problem = ACMEProblem(
            try Self.json(
                #"{"type":"urn:ietf:params:acme:error:caa","detail":"a\r\n\u001b[31mb.","subproblems":[{"detail":"\#(long)"}]}"#))
        #expect(problem.kind == .caa && problem.detail.hasPrefix("a [31mb.; yyy") && problem.detail.count <= 400)
    }

    @Test("Each refusal says what to do", arguments: ACMEProblem.Kind.allCases)
    func words(kind: ACMEProblem.Kind) {
        let problem = ACMEProblem(kind, detail: "10.0.0.1: refused")
        let refused = ACMEFailure.refused(problem, retryAfter: nil).words("Let's Encrypt")
        #expect(refused.contains("Let's Encrypt") && refused.hasSuffix("."))
        let expected: [ACMEProblem.Kind: String] = [
            .connection: "Open port 80 to the internet", .dns: "Add an A or AAAA record",
            .unauthorized: "Something else answers there",
            .incorrectResponse: "Something else answers there", .caa: "CAA record", .tls: "must lead to this server directly",
        ]
        let failed = ACMEFailure.validation(.http01, name: "auth.example.com", problem).words("Let's Encrypt")
        #expect(failed.contains(expected[kind] ?? "Let's Encrypt") && failed.contains("10.0.0.1: refused"), "\(failed)")
        if [.connection, .unauthorized].contains(kind) {
            #expect(failed.contains("http://auth.example.com/.well-known/acme-challenge/…"), "\(failed)")
            let other = ACMEFailure.validation(.tlsALPN01, name: "auth.example.com", problem).words("Let's Encrypt")
            #expect(other.contains("port 443 of auth.example.com"), "\(other)")
        }
    }

    @Test("Names that no certificate can be issued for are refused by name")
    func names() throws {
        for (text, words) in [
            ("127.0.0.1", "IP address"), ("[::1]", "IP address"), ("1.2", "IP address"), ("*.example.com", "wildcard"),
            ("localhost", "no dot"), ("a..example", "not a DNS name"), ("-a.example", "not a DNS name"),
            ("a_b.example", "not a DNS name"),
            ("a.example/x", "not a DNS name"), (String(repeating: "a.", count: 130) + "example", "not a DNS name"),
            ("", "not a DNS name"),
        ] {
            let unfit = #expect(throws: CertificateName.Unfit.self, "\(text)") { try CertificateName(text) }
            #expect(unfit?.description.contains(words) == true, "\(text): \(unfit?.description ?? "")")
        }
        #expect(try CertificateName("Auth.Example.com").description == "auth.example.com")
        #expect(try CertificateName("xn--bcher-kva.example").description == "xn--bcher-kva.example")
    }
}
