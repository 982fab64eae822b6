import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    private static let email = EmailAddress(canonical: "v@example.com")

    private static func code(
        _ id: String, _ purpose: ActionCodePurpose = .signIn, account: String? = nil, email: EmailAddress? = email,
        in scope: ProjectScope = .tenant, expiresAt: Timestamp = Timestamp.sample.adding(seconds: 60)
    ) -> ActionCode {
        var target = ActionCode.Target()
        target.continueURL = "https://app.example/?a=ä&b=\"c\""
        target.language = .german
        return ActionCode(
            id: id, scope: scope, purpose: purpose, account: account.map { AccountID($0) }, email: email,
            newEmail: purpose == .verifyAndChangeEmail ? EmailAddress(canonical: "new@example.com") : nil, target: target,
            digits: Data([1, 0, 255]), sealedLink: Data([2]), createdAt: .sample, expiresAt: expiresAt)
    }

    static let actionCodeCases = [
        StoreCase("a mailed code comes back, with its account and without") { store async throws in
            try await store.insert(.sample("1"), in: .tenant)
            let codes = [
                code("a"), code("b", .resetPassword, account: "1"), code("c", .verifyAndChangeEmail, account: "1", email: nil),
            ]
            try await store.write { tx throws in for code in codes { try tx.insert(code) } }
            try await store.read { tx throws in
                for code in codes { #expect(try tx.actionCode(code.id) == code) }
                #expect(try tx.actionCode("d") == nil)
            }
        },
        StoreCase("a code of an account needs it, and goes with it") { store async throws in
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(code("a", account: "1")) } }
            try await store.insert(.sample("1"), in: .tenant)
            try await store.write { try $0.insert(code("a", account: "1")) }
            try await store.write { _ = try $0.delete(AccountID("1"), in: .tenant) }
            #expect(try await store.read { try $0.actionCode("a") } == nil)
        },
        StoreCase("a code is spent once, and not when it has expired") { store async throws in
            try await store.write { tx throws in
                try tx.insert(code("a"))
                try tx.insert(code("b", expiresAt: .sample))
            }
            #expect(try await store.write { try $0.spendActionCode("a", now: .sample) })
            #expect(try await !store.write { try $0.spendActionCode("a", now: .sample) })
            #expect(try await !store.write { try $0.spendActionCode("b", now: .sample) })
            #expect(try await store.read { try $0.actionCode("a")?.spentAt } == .sample)
        },
        StoreCase("wrong guesses are counted, and the last one ends a code") { store async throws in
            try await store.write { try $0.insert(code("a")) }
            for count in 1...4 {
                try await store.write { try $0.noteActionCodeMismatch("a", most: 4, now: .sample) }
                let found = try await store.read { try $0.actionCode("a") }
                #expect(found?.mismatches == count && (found?.spentAt != nil) == (count == 4))
            }
            #expect(try await !store.write { try $0.spendActionCode("a", now: .sample) })
        },
        StoreCase("wrong digits take the digits off, and the link stays") { store async throws in
            try await store.write { try $0.insert(code("a")) }
            for count in 1...3 {
                try await store.write { try $0.noteWrongDigits("a", most: 3) }
                let found = try await store.read { try $0.actionCode("a") }
                #expect((found?.digits == nil) == (count == 3) && found?.mismatches == 0)
            }
            #expect(try await store.write { try $0.spendActionCode("a", now: .sample) })
        },
        StoreCase("codes of one moment are in the order in which they were made; the newest stay") { store async throws in
            try await store.insert(.sample("1"), in: .tenant)
            let ids = ["d", "a", "c", "b"]
            try await store.write { tx throws in
                for id in ids { try tx.insert(code(id)) }
                for id in ids { try tx.insert(code("1" + id, .verifyEmail, account: "1")) }
                try tx.insert(code("other", .resetPassword))
                try tx.insert(code("elsewhere", in: ProjectScope(project: "elsewhere")))
            }
            let newestFirst = Array(ids.reversed())
            try await store.read { tx throws in
                #expect(
                    try tx.openActionCodes(sentFor: email, purpose: .signIn, in: .tenant).map(\.id) == newestFirst)
                #expect(try tx.openActionCodes(of: AccountID("1"), in: .tenant).map(\.id) == newestFirst.map { "1" + $0 })
                #expect(try tx.openActionCodes(in: .tenant, now: .sample, limit: 2).map(\.id) == ["d", "a"])
            }
            try await store.write { tx throws in
                try tx.endActionCodes(sentFor: email, purpose: .signIn, keeping: 2, in: .tenant, now: .sample)
                try tx.endActionCodes(of: AccountID("1"), purposes: [.verifyEmail], keeping: 1, in: .tenant, now: .sample)
            }
            try await store.read { tx throws in
                #expect(try tx.openActionCodes(sentFor: email, purpose: .signIn, in: .tenant).map(\.id) == ["b", "c"])
                #expect(try tx.openActionCodes(of: AccountID("1"), in: .tenant).map(\.id) == ["1b"])
                #expect(try tx.actionCode("other")?.spentAt == nil && tx.actionCode("elsewhere")?.spentAt == nil)
            }
        },
        StoreCase("all open codes of an account or an address end, and no others") { store async throws in
            let others = EmailAddress(canonical: "others@example.com")
            let later = Timestamp.sample.adding(seconds: 5)
            try await store.insert(.sample("1"), in: .tenant)
            try await store.insert(.sample("2"), in: .tenant)
            try await store.write { tx throws in
                for id in ["a", "b"] { try tx.insert(code(id)) }
                for id in ["1a", "1b"] { try tx.insert(code(id, .verifyEmail, account: "1")) }
                try tx.insert(code("1c", .resetPassword, account: "1"))
                try tx.insert(code("1d", .recoverEmail, account: "1"))
                try tx.insert(code("2a", .verifyEmail, account: "2"))
                try tx.insert(code("reset", .resetPassword))
                try tx.insert(code("elsewhere", in: ProjectScope(project: "elsewhere")))
                #expect(try tx.spendActionCode("b", now: .sample) && tx.spendActionCode("1b", now: .sample))
            }
            try await store.write { tx throws in
                try tx.endActionCodes(
                    of: AccountID("1"), purposes: [.verifyEmail, .resetPassword], keeping: 0, in: .tenant, now: later)
                try tx.endActionCodes(of: AccountID("1"), purposes: [], keeping: 0, in: .tenant, now: later)
                try tx.endActionCodes(of: AccountID("9"), purposes: [.recoverEmail], keeping: 0, in: .tenant, now: later)
                try tx.endActionCodes(sentFor: email, purpose: .signIn, keeping: 0, in: .tenant, now: later)
                try tx.endActionCodes(sentFor: others, purpose: .resetPassword, keeping: 0, in: .tenant, now: later)
                // Whoever looks afterwards sees what was left for later.
                #expect(try tx.openActionCodes(of: AccountID("1"), in: .tenant).map(\.id) == ["1d"])
            }
            try await store.read { tx throws in
                let spent = ["a": later, "b": .sample, "1a": later, "1b": .sample, "1c": later]
                for id in ["a", "b", "1a", "1b", "1c", "1d", "2a", "reset", "elsewhere"] {
                    #expect(try tx.actionCode(id)?.spentAt == spent[id], "\(id)")
                }
            }
        },
        StoreCase("codes are remembered for a week after their end") { store async throws in
            try await store.write { try $0.insert(code("a")) }
            let end = Timestamp.sample.adding(seconds: 60 + ActionCode.remembersSeconds)
            try await store.write { try $0.deleteExpired(now: end) }
            #expect(try await store.read { try $0.actionCode("a") } != nil)
            try await store.write { try $0.deleteExpired(now: end.adding(seconds: 1)) }
            #expect(try await store.read { try $0.actionCode("a") } == nil)
        },
    ]

    private static func mail(
        _ id: String, dueAt: Timestamp = .sample, state: OutboxMessage.State = .waiting, kind: MailKind = .signIn,
        recipient: UInt8 = 1, project: String? = nil, share: MailShare = .strangers, network: Data? = nil
    ) -> OutboxMessage {
        OutboxMessage(
            id: id, scope: project.map { ProjectScope(project: $0) } ?? .tenant, kind: .mail(kind), recipient: Data([recipient]),
            sealed: Data([0, 255]), state: state, createdAt: .sample, dueAt: dueAt,
            expiresAt: Timestamp.sample.adding(seconds: 60), share: share, network: network)
    }

    private static func take(_ store: any Store, _ now: Timestamp, _ dueAt: Timestamp) async throws -> OutboxMessage? {
        try await store.write { try $0.takeMessage(of: ProjectScope.tenant.project, .mail, now: now, dueAt: dueAt) }
    }

    static let outboxCases = [
        StoreCase("a mail is taken once, when it is due, and again when it was not finished") { store async throws in
            let later = Timestamp.sample.adding(seconds: 300)
            try await store.write { tx throws in
                try tx.insert(mail("a"))
                try tx.insert(mail("b", dueAt: later))
                try tx.insert(mail("c", state: .kept))
            }
            #expect(try await store.read { try $0.nextMessageDue(.mail) } == .sample)
            let taken = try await take(store, .sample, later)
            #expect(taken?.id == "a" && taken?.attempts == 1 && taken?.sealed == Data([0, 255]))
            #expect(try await take(store, .sample, later) == nil)
            #expect(try await take(store, later, later.adding(seconds: 1))?.id == "a")
            #expect(try await take(store, later, later.adding(seconds: 1))?.id == "b")
            #expect(try await take(store, later, later.adding(seconds: 1)) == nil)
        },
        StoreCase("what is kept for viewing is deleted at once, and nothing else") { store async throws in
            try await store.write { tx throws in
                try tx.insert(mail("a"))
                try tx.insert(mail("b", state: .kept))
                try tx.insert(mail("c", state: .kept, project: "other"))
                try tx.insert(mail("d", state: .sent))
                try tx.deleteKeptMessages()
            }
            for (id, stays) in [("a", true), ("b", false), ("c", false), ("d", true)] {
                #expect(try await store.read { try $0.message(id) != nil } == stays, "\(id)")
            }
        },
        StoreCase("each project's next mail is known, and taken by itself") { store async throws in
            let later = Timestamp.sample.adding(seconds: 300)
            #expect(try await store.read { try $0.projectsWaiting(for: .mail) } == [:])
            try await store.write { tx throws in
                for number in 0..<50 { try tx.insert(mail("a\(number)", project: "crowd")) }
                try tx.insert(mail("b", dueAt: later, project: "ä\u{1F600}"))
                try tx.insert(mail("c", dueAt: later, project: "later"))
                try tx.insert(mail("d", dueAt: .sample.adding(seconds: 1), project: "later"))
                try tx.insert(mail("e", state: .kept, project: "kept"))
                try tx.insert(mail("f", state: .sent, project: "sent"))
            }
            let next = ["crowd": Timestamp.sample, "ä\u{1F600}": later, "later": .sample.adding(seconds: 1)]
            #expect(try await store.read { try $0.projectsWaiting(for: .mail) } == next)
            let taken = try await store.write { try $0.takeMessage(of: "later", .mail, now: later, dueAt: later) }
            #expect(taken?.id == "d")
            #expect(try await store.write { try $0.takeMessage(of: "kept", .mail, now: later, dueAt: later) } == nil)
            #expect(try await store.read { try $0.projectsWaiting(for: .mail)["later"] } == later)
        },
        StoreCase("only who took a mail last finishes it") { store async throws in
            try await store.write { try $0.insert(mail("a")) }
            let later = Timestamp.sample.adding(seconds: 300)
            var first = try #require(try await take(store, .sample, .sample))
            var second = try #require(try await take(store, .sample, later))
            first.state = .sent
            second.lastError = "down"
            let (one, two) = (first, second)
            try await store.write { try $0.finish(one, forgetAt: later) }
            #expect(try await store.read { try $0.message("a")?.state } == .waiting)
            try await store.write { try $0.finish(two, forgetAt: nil) }
            #expect(try await store.read { try $0.message("a") } == two)
            second.state = .dead
            second.sealed = nil
            let dead = second
            try await store.write { try $0.finish(dead, forgetAt: later) }
            #expect(try await store.read { try $0.messages(.dead, channel: nil, project: nil, limit: 9) } == [dead])
            #expect(
                try await store.read { try $0.messages(.dead, channel: nil, project: dead.scope.project, limit: 9) } == [dead])
            #expect(try await store.read { try $0.messages(.dead, channel: nil, project: "other", limit: 9) } == [])
            #expect(try await store.read { try $0.nextMessageDue(.mail) } == nil)
            try await store.write { try $0.deleteExpired(now: later.adding(seconds: 1)) }
            #expect(try await store.read { try $0.message("a") } == nil)
        },
        StoreCase("the messages that wait are counted by channel, up to a number, with the time of the oldest") {
            store async throws in
            #expect(try await store.read { try $0.backlog(of: .mail, most: 10) } == (0, nil))
            try await store.write { tx throws in
                for name in ["a", "b", "c"] { try tx.insert(mail(name, dueAt: Timestamp.sample.adding(seconds: 99))) }
                try tx.insert(mail("d", state: .kept))
                try tx.insert(mail("e", state: .sent))
            }
            #expect(try await store.read { try $0.backlog(of: .mail, most: 10) } == (3, .sample))
            #expect(try await store.read { try $0.backlog(of: .mail, most: 2) } == (2, .sample))
            #expect(try await store.read { try $0.backlog(of: .webhook, most: 10) } == (0, nil))
        },
        StoreCase("the mails to one mailbox are counted, of the kinds that matter, whatever became of them") {
            store async throws in
            try await store.write { tx throws in
                try tx.insert(mail("a"))
                try tx.insert(mail("b", state: .kept, share: .owner, network: Data([0, 9])))
                try tx.insert(mail("c", kind: .passwordChanged))
                try tx.insert(mail("d", recipient: 2))
            }
            try await store.read { tx throws in
                let asked = try tx.askedMails(to: Data([1]), kinds: [.signIn], since: .sample)
                #expect(
                    Set(asked) == [
                        AskedMail(at: .sample, share: .strangers, network: nil),
                        AskedMail(at: .sample, share: .owner, network: Data([0, 9])),
                    ])
                #expect(try tx.askedMails(to: Data([1]), kinds: [.signIn], since: Timestamp.sample.adding(seconds: 1)).isEmpty)
            }
        },
        StoreCase("a place is remembered as it was last seen, until its time is over") { store async throws in
            let (place, later) = (Data([7]), Timestamp.sample.adding(seconds: 60))
            #expect(try await store.read { try $0.lastSeen(atPlace: place) } == nil)
            for seen in [Timestamp.sample, later] {
                try await store.write { try $0.note(place: place, seenAt: seen, expiresAt: seen.adding(seconds: 1)) }
                #expect(try await store.read { try $0.lastSeen(atPlace: place) } == seen)
            }
            try await store.write { try $0.deleteExpired(now: later.adding(seconds: 1)) }
            #expect(try await store.read { try $0.lastSeen(atPlace: place) } == later)
            try await store.write { try $0.deleteExpired(now: later.adding(seconds: 2)) }
            #expect(try await store.read { try $0.lastSeen(atPlace: place) } == nil)
        },
    ]
}
