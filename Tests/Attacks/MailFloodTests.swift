import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// Strangers who have mails sent until the owner of a mailbox, or everybody, gets none (T103).
@Suite("Floods of mail", .tags(.attack))
struct MailFloodTests {
    private static let home = "198.51.100.7"

    private static func run(
        mail: MailDelivery = .inbox, _ body: @escaping @Sendable (TestServer, TestClock) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.passwordRequired = false
        let clock = TestClock()
        try await TestServer.with(
            settings: settings, clock: clock, limits: true, proxies: ["loopback"], mail: mail
        ) { server in try await body(server, clock) }
    }

    /// Asks for a reset or a link, and tells whether one more mail came.
    private static func asks(
        _ server: TestServer, _ email: String, from client: String, _ type: String = "PASSWORD_RESET"
    ) async throws -> Bool {
        let before = try await server.mails(to: email).count
        let answer = try await server.call(
            "accounts:sendOobCode",
            ["requestType": .string(type), "email": .string(email), "continueUrl": "http://localhost"], from: client)
        #expect(answer.status == 200 && answer["email"] == email, "\(answer.text)")
        return try await server.mails(to: email).count > before
    }

    /// Has strangers of very many networks ask for a day.
    private static func flood(_ server: TestServer, _ clock: TestClock, _ email: String) async throws {
        for hour in 0..<24 {
            clock.advance(seconds: 3600)
            for number in 0..<4 { _ = try await asks(server, email, from: "203.\(hour).\(number).1") }
        }
    }

    @Test("Ten requests of a stranger, or a day of a crowd's, do not keep a person at a known place from their mails")
    func knownPlace() async throws {
        try await Self.run { server, clock in
            _ = try await server.admin(
                "accounts", ["email": "v@x.example", "password": "violet river", "emailVerified": true])
            let credentials: [String: JSONValue] = ["email": "v@x.example", "password": "violet river"]
            #expect(try await server.call("accounts:signInWithPassword", credentials, from: Self.home).status == 200)
            clock.advance(seconds: 80 * 24 * 3600)
            try await Self.flood(server, clock, "v@x.example")
            for number in 0..<3 { #expect(try await Self.asks(server, "v@x.example", from: "203.23.\(number).1") == false) }
            for type in ["PASSWORD_RESET", "EMAIL_SIGNIN", "PASSWORD_RESET"] {
                #expect(try await Self.asks(server, "v@x.example", from: "198.51.100.99", type), "the same neighbourhood")
            }
            #expect(try await !Self.asks(server, "v@x.example", from: Self.home), "three in ten minutes")
            // The owner's requests do not use up the strangers' allowance, nor the other way round.
            clock.advance(seconds: 10 * 24 * 3600)
            #expect(try await Self.asks(server, "v@x.example", from: Self.home), "as a stranger, after 90 days")
            #expect(try await server.engine.outbox.messages(.kept).first?.share == .strangers)
        }
    }

    @Test("A place becomes known by a mailed link too, but not for an unproven address")
    func waysIn() async throws {
        try await Self.run { server, clock in
            // By a mailed link, which proves the address, from a place of its own.
            _ = try await Self.asks(server, "v@x.example", from: "192.0.2.1", "EMAIL_SIGNIN")
            let code = try await server.code(.signIn, to: "v@x.example")
            let link = try await server.call(
                "accounts:signInWithEmailLink", ["email": "v@x.example", "oobCode": code], from: "2001:db8:1:2::3")
            #expect(link.status == 200, "\(link.text)")
            try await Self.flood(server, clock, "v@x.example")
            #expect(try await Self.asks(server, "v@x.example", from: "2001:db8:1:2:ffff::9"))
            #expect(try await !Self.asks(server, "v@x.example", from: "2001:db8:1:3::9"))
            // A squatter's place is none of the mailbox's owner.
            _ = try await server.call(
                "accounts:signUp", ["email": "w@x.example", "password": "violet river"], from: "192.0.2.200")
            try await Self.flood(server, clock, "w@x.example")
            #expect(try await !Self.asks(server, "w@x.example", from: "192.0.2.200"))
        }
    }

    @Test("T035 a stale session makes no place known: otherwise its thief could use up the owner's allowance")
    func staleSession() async throws {
        try await Self.run { server, clock in
            _ = try await server.admin(
                "accounts", ["email": "v@x.example", "password": "violet river", "emailVerified": true])
            let credentials: [String: JSONValue] = ["email": "v@x.example", "password": "violet river"]
            let stolen = try await server.call("accounts:signInWithPassword", credentials, from: Self.home)
            clock.advance(seconds: 301)
            for idToken in [stolen["idToken"], nil] {
                var body: [String: JSONValue] = [
                    "requestUri": "http://localhost", "returnSecureToken": true,
                    "postBody": .string("id_token=%7B%22sub%22%3A%22thief%22%7D&providerId=facebook.com"),
                ]
                body["idToken"] = idToken.map { .string($0) }
                let inside = try await server.call("accounts:signInWithIdp", body, from: "192.0.2.50")
                #expect(inside["localId"] == stolen["localId"], "\(inside.text)")
            }
            try await Self.flood(server, clock, "v@x.example")
            #expect(try await !Self.asks(server, "v@x.example", from: "192.0.2.50"))
            #expect(try await Self.asks(server, "v@x.example", from: Self.home))
        }
    }

    @Test("One network does not use up a mailbox's allowance for others, and the /64s of one /48 are one network")
    func oneNetwork() async throws {
        try await Self.run { server, clock in
            _ = try await server.call("accounts:signUp", ["email": "v@x.example", "password": "violet river"])
            for (base, email) in [("192.0.2.", "v@x.example"), ("2001:db8:0:", "new@x.example")] {
                var count = 0
                for number in 1..<40 {
                    clock.advance(seconds: 900)
                    let client = base + (base.contains(":") ? "\(number)::1" : "\(number)")
                    if try await Self.asks(server, email, from: client, "EMAIL_SIGNIN") { count += 1 }
                }
                #expect(count == 4)
                #expect(try await Self.asks(server, email, from: "198.51.100.1", "EMAIL_SIGNIN"))
                #expect(try await Self.asks(server, email, from: "2001:db8:9::1", "EMAIL_SIGNIN"))
            }
        }
    }

    @Test(
        "The owner at a new place gets a mail once a crowd's share is used up, if nobody else was first; and the answers never tell"
    )
    func newPlace() async throws {
        try await Self.run { server, clock in
            _ = try await server.admin(
                "accounts", ["email": "v@x.example", "password": "violet river", "emailVerified": true])
            for number in 0..<6 {
                clock.advance(seconds: 600)
                #expect(try await Self.asks(server, "v@x.example", from: "203.0.\(number).1"))
                _ = try await Self.asks(server, "nobody@x.example", from: "203.0.\(number).1")
            }
            #expect(try await !Self.asks(server, "v@x.example", from: "192.0.2.1"))
            clock.advance(seconds: 5 * 3600)
            #expect(try await !Self.asks(server, "v@x.example", from: "203.0.3.9"), "it had one today")
            #expect(try await Self.asks(server, "v@x.example", from: "192.0.2.1"))
            // An address without an account costs the same and is limited alike: a row for each mail that would have gone.
            _ = try await Self.asks(server, "nobody@x.example", from: "192.0.2.1")
            let rows = try await server.engine.outbox.messages(.kept)
            #expect(Dictionary(grouping: rows, by: \.recipient).values.map(\.count) == [7, 7])
            #expect(rows.allSatisfy { $0.share == .strangers && $0.network?.count == 16 })
            #expect(try await server.mails(to: "nobody@x.example").isEmpty)
        }
    }

    @Test("One project's backlog, however long and slow, leaves workers for others, and each turn ends")
    func fairness() async throws {
        try await Self.run(mail: .smtp) { server, _ in
            let engine = server.engine
            func order(_ count: Int, in project: String) async throws {
                for number in 0..<count {
                    var request = ActionCodeRequest(.signIn, target: .init())
                    request.email = "p\(number)@x.example"
                    let client = try #require(ClientAddress("192.0.\(number).1"))
                    _ = try await engine.actionCodes.sendActionCode(request, in: ProjectScope(project: project), from: client)
                }
            }
            try await order(20, in: "crowd")
            try await order(2, in: "one")
            let rota = OutboxRota(.mail, workers: 8)
            func take() async throws -> NextMessage<RenderedMail> {
                try await engine.outbox.takeMessage(in: rota, content: engine.outbox.rendered)
            }
            var held: [OutboxMessage] = []
            while case .message(let mail, _) = try await take() { held.append(mail) }
            #expect(held.prefix(2).map(\.scope.project).sorted() == ["crowd", "one"], "\(held.map(\.scope.project))")
            #expect(held.count { $0.scope.project == "one" } == 2 && held.count { $0.scope.project == "crowd" } == 3)
            guard case .noTurn = try await take() else { throw Unexpected() }
            // None of these is ever answered; a third project's mail goes out all the same.
            try await order(1, in: "third")
            guard case .message(let third, _) = try await take(), third.scope.project == "third" else { throw Unexpected() }
            let rings = engine.outbox.bell.rings
            try await engine.outbox.finish(held[0], .sent)
            engine.outbox.endTurn(OutboxTurn(held[0]), in: rota)
            #expect(engine.outbox.bell.rings > rings, "who waits for a turn is woken")
        }
    }

    private struct Unexpected: Error {}

    @Test("A template from before the limits, and a long continueUrl: the built-in text is sent, without using gigabytes")
    func templateBomb() async throws {
        try await Self.run(mail: .smtp) { server, _ in
            let engine = server.engine
            let tag = "<a href=\"{{link}}\">{{link}}</a>"
            for (project, html) in [("bomb", String(repeating: tag, count: 64 * 1024 / tag.utf8.count)), ("plain", tag)] {
                _ = try await engine.projects.updateSettings(of: project) { settings in
                    settings.email.templates = ["signIn": ["en": .init(subject: "{{app}}", html: html)]]
                }
                var target = ActionCode.Target()
                target.continueURL = "http://localhost/?" + String(repeating: "%26%22", count: 660)
                var request = ActionCodeRequest(.signIn, target: target)
                request.email = "v@x.example"
                _ = try await engine.actionCodes.sendActionCode(request, in: ProjectScope(project: project))
            }
            let rota = OutboxRota(.mail, workers: 8)
            var mails: [String: RenderedMail] = [:]
            while case .message(let message, let mail) = try await engine.outbox.takeMessage(
                in: rota, content: engine.outbox.rendered)
            { mails[message.scope.project] = try mail.get() }
            let bomb = try #require(mails["bomb"])
            #expect(bomb.hasTooLongTemplate && bomb.html.utf8.count < 256 * 1024 && bomb.html.contains("oobCode"))
            let plain = try #require(mails["plain"])
            #expect(!plain.hasTooLongTemplate && plain.html.hasPrefix("<a href=") && plain.html.hasSuffix("</a>"))
        }
    }

    @Test("A template that could make a mail of megabytes is refused by name, with the figures, and not stored")
    func templateTooLong() async throws {
        try await Self.run { server, _ in
            let template: JSONValue = .object(["html": .string(String(repeating: "{{link}}", count: 200))])
            let answer = try await server.configure(
                "vincula.email.templates",
                ["vincula": .object(["email": .object(["templates": .object(["signIn": .object(["en": template])])])])])
            #expect(
                answer.status == 400 && answer.text.contains("INVALID_CONFIG") && answer.text.contains("4915200"),
                "\(answer.text)")
            #expect(try await server.engine.projects.settings(of: server.project).email.templates.isEmpty)
        }
    }
}
