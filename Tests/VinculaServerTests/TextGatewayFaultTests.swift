import Logging
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

extension TextGatewayTests {
    @Test("A gateway that takes its time gets the message once, and is waited for")
    func slow() async throws {
        try await Self.run(twilio: true) { server, gateway, counts in
            gateway.behaviour = .slow(.seconds(2))
            let session = try await server.sendCode(to: Self.number)
            try await Self.until("the message") { counts.sent == 1 }
            let code = try #require(gateway.requests.first?.body.firstMatch(of: /Body=(\d{6})/)?.output.1)
            #expect(try await server.enter(String(code), session).status == 200)
            #expect(gateway.requests.count == 1 && counts.failed == 0)
        }
    }

    @Test("A success that breaks off in the middle is a success: its status says that the message was taken")
    func breaksOff() async throws {
        try await Self.run(twilio: true) { server, gateway, counts in
            gateway.behaviour = .breakOff
            _ = try await server.sendCode(to: Self.number)
            try await Self.until("the message") { counts.sent == 1 }
            #expect(gateway.requests.count == 1 && counts.refused == 0)
        }
    }

    @Test("A gateway that does not speak HTTP is given up, without a second message")
    func otherProtocol() async throws {
        try await BareListener.saying("220 rubbish.example ESMTP\r\n") { address in
            try await Self.run(twilio: true, at: address) { server, gateway, counts in
                _ = try await server.sendCode(to: Self.number)
                try await Self.until("giving up") { counts.refused == 1 }
                let dead = try #require(try await Self.message(server, .dead))
                #expect(dead.lastError?.contains("did not answer") == true && dead.attempts == 1, "\(dead.lastError ?? "")")
            }
        }
    }

    @Test("Where nothing listens, the message waits, counts against the limits, and never becomes two")
    func down() async throws {
        let address = try await BareListener.closedAddress()
        try await Self.run(twilio: true, perDay: 2, limits: true, at: address) { server, gateway, counts in
            for number in ["+34600000001", "+34611000001"] { _ = try await server.sendCode(to: number) }
            let refused = try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+34622000001"])
            #expect(refused.code == "QUOTA_EXCEEDED" && refused.status == 400, "\(refused.text)")
            #expect(refused.message?.contains("in a day") == true, "a clear error: \(refused.text)")
            let refusals = server.engine.limits.refusals
            #expect(refusals.contains { $0.key.reason == .messagesOfProject && $0.value == 1 }, "\(refusals)")
            try await Self.until("attempts") { counts.failed >= 2 }
            let waiting = try await server.engine.outbox.messages(.waiting, channel: .text)
            #expect(waiting.count == 2, "\(waiting)")
        }
    }

    @Test(
        "An attempt that a crash cut off is repeated only with a key against repetition, also after one that failed",
        arguments: [(true, false), (true, true), (false, false), (false, true)])
    func crash(twilio: Bool, hasFailedBefore: Bool) async throws {
        try await Self.run(twilio: twilio, isWorking: false) { server, gateway, counts in
            let session = try await server.sendCode(to: Self.number)
            let outbox = server.engine.outbox
            func take() async throws -> OutboxMessage {
                let next = try await outbox.takeMessage(in: OutboxRota(.text, workers: 1), content: outbox.renderedText)
                guard case .message(let message, _) = next else { throw Untaken() }
                return message
            }
            if hasFailedBefore {
                try await outbox.finish(try await take(), .failed("The SMS gateway is busy (status 503)."))
                try await outbox.hurryMessages()
            }
            // Taken, and never heard of again.
            _ = try await take()
            try await outbox.hurryMessages()
            let options = TextGatewayOptions(
                form: twilio ? .twilio(account: "AC123") : .json, url: gateway.address + "/messages", from: "+34911000000",
                token: "secret", timeoutSeconds: 20)
            let worker = TextWorker(
                outbox: outbox, options: options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
            let work = Task { await worker.run() }
            try await Self.until("an outcome") { counts.sent + counts.refused == 1 }
            work.cancel()
            await work.value
            if twilio {
                #expect(gateway.requests.isEmpty && counts.refused == 1)
                let dead = try #require(try await Self.message(server, .dead))
                #expect(dead.lastError?.contains("may have been sent") == true, "\(dead.lastError ?? "")")
            } else {
                #expect(gateway.requests.count == 1 && counts.sent == 1)
                let code = try #require(gateway.requests.first?.json["text"]?.string?.firstMatch(of: /\d{6}/)?.output)
                #expect(try await server.enter(String(code), session).status == 200)
            }
        }
    }

    private struct Untaken: Error {}

    @Test("Messages of every kind end with what the phone looks for: an app's hash, or the website's domain")
    func lastLines() async throws {
        var settings = ProjectSettings.development
        settings.allowsAnyContinueURL = false
        settings.authorizedDomains = ["shop.example.com"]
        try await TestServer.with(settings: settings) { server in
            /// - Parameter body: The request, with what an Android app adds about itself.
            func check(
                _ path: String, _ body: @Sendable ([String: JSONValue]) -> [String: JSONValue],
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                let app: [String: JSONValue] = ["autoRetrievalInfo": ["appSignatureHash": "FA+9qCX9VSu"]]
                for isApp in [true, false] {
                    let answer = try await HTTP.post(
                        "\(server.url)/identitytoolkit.googleapis.com/\(path)?key=\(server.apiKey)",
                        .object(body(isApp ? app : [:])), headers: isApp ? [:] : ["Origin": "https://shop.example.com"])
                    #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
                    let text = try #require(try await server.engine.outbox.keptTexts().first?.text.text)
                    let code = try #require(text.firstMatch(of: /\d{6}/)?.output)
                    let ending = isApp ? "\nFA+9qCX9VSu" : "\n\n@shop.example.com #\(code)"
                    #expect(text.hasSuffix(ending), "\(path): \(text)", sourceLocation: sourceLocation)
                }
            }
            let number: [String: JSONValue] = ["phoneNumber": .string(Self.number)]
            try await check("v1/accounts:sendVerificationCode") { number.merging($0) { $1 } }
            // A website that is none of the project's is not named, so that no browser gives it the code.
            let elsewhere = try await HTTP.post(
                "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=\(server.apiKey)",
                .object(number), headers: ["Origin": "https://elsewhere.test"])
            #expect(elsewhere.status == 200)
            #expect(try await server.engine.outbox.keptTexts().first?.text.text.contains("@") == false)
            let ana: [String: JSONValue] = ["sub": "g", "email": "ana@gmail.com", "email_verified": true]
            let person = try await server.fakeIdp("google.com", ana)
            let idToken = JSONValue.string(try #require(person["idToken"]))
            try await check("v2/accounts/mfaEnrollment:start") {
                ["idToken": idToken, "phoneEnrollmentInfo": .object(number.merging($0) { $1 })]
            }
            let enrolled = try await server.admin(
                "accounts:update",
                [
                    "localId": .string(try #require(person["localId"])),
                    "mfa": ["enrollments": [["phoneInfo": .string(Self.number)]]],
                ])
            #expect(enrolled.status == 200, "\(enrolled.text)")
            let first = try await server.fakeIdp("google.com", ana)
            guard case .array(let factors)? = first.json["mfaInfo"], let factor = factors.first?["mfaEnrollmentId"] else {
                Issue.record("no factor is asked for: \(first.text)")
                return
            }
            let pending = JSONValue.string(try #require(first["mfaPendingCredential"]))
            try await check("v2/accounts/mfaSignIn:start") {
                ["mfaPendingCredential": pending, "mfaEnrollmentId": factor, "phoneSignInInfo": .object($0)]
            }
        }
    }
}
