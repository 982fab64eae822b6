import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The errors that end a session on the device, and those that do not.
@Suite("Forced sign-out", .timeLimit(.minutes(20))) struct ForcedSignOutTests {
    /// An administrator's action on an account, or an event that invalidates tokens, and the server's error.
    struct End: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: AuthErrorCode
        let make: @Sendable (ServerProcess, User) async throws -> Void

        static let all: [End] = [
            End(testDescription: "deleted", code: .userNotFound) { try await $0.administer("accounts:delete", $1.uid) },
            End(testDescription: "disabled", code: .userDisabled) {
                try await $0.administer("accounts:update", $1.uid, #""disableUser":true"#)
            },
            End(testDescription: "revoked", code: .userTokenExpired) {
                let now = Int(Date().timeIntervalSince1970) + 1
                try await $0.administer("accounts:update", $1.uid, #""validSince":"\#(now)""#)
            },
            End(testDescription: "a new password by an administrator", code: .userTokenExpired) {
                try await $0.administer("accounts:update", $1.uid, #""password":"battery staple""#)
            },
        ]
    }

    @Test(
        "The server ends a session: the next call that shows it says why, listeners are told, and the storage is empty",
        arguments: End.all)
    func ended(end: End) async throws {
        try await ServerProcess.with { server in
            let calls: [(String, (User) async throws -> Void)] = [
                ("reload", { try await $0.reload() }),
                ("refresh", { _ = try await $0.getIDToken(forcingRefresh: true) }),
                ("link", { try await $0.link(with: Ways.google()) }),
                ("unlink", { _ = try await $0.unlink(fromProvider: "password") }),
                ("updatePassword", { try await $0.updatePassword(to: "battery staple") }),
                ("sendEmailVerification", { try await $0.sendEmailVerification() }),
                ("change of the address", { try await $0.sendEmailVerification(beforeUpdatingEmail: MadeUp.email()) }),
            ]
            for (name, call) in calls {
                let place: Comment = "\(end.testDescription), \(name)"
                let auth = try server.auth()
                let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
                let accounts = Heard<String?>()
                let tokens = Heard<String?>()
                let handles = [
                    auth.addStateDidChangeListener { accounts.append($1?.uid) },
                    auth.addIDTokenDidChangeListener { tokens.append($1?.uid) },
                ]
                try await end.make(server, user)
                let error = await #expect(throws: NSError.self, place) { try await call(user) }
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == end.code, place)
                #expect(auth.currentUser == nil, place)
                #expect(try auth.storedUser() == nil, place)
                #expect(await accounts.all == [user.uid, nil], place)
                #expect(await tokens.all == [user.uid, nil], place)
                for handle in handles { auth.removeStateDidChangeListener(handle) }
            }
        }
    }

    @Test("An invalid token is renewed; an unknown refresh token signs nobody out")
    func foreignTokens() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let first = try await auth.signInAnonymously().user
            try auth.change(first) {
                $0.tokens.idToken = "no.token.atAll"
                return true
            }
            try await first.reload()
            #expect(auth.currentUser === first && first.state.withLock { $0.tokens.idToken } != "no.token.atAll")
            try auth.expectAgreement()
            try auth.signOut()

            let second = try await auth.signInAnonymously().user
            try auth.change(second) {
                $0.tokens.refreshToken = "made up"
                return true
            }
            let refusal = await #expect(throws: NSError.self) { _ = try await second.getIDToken(forcingRefresh: true) }
            #expect(refusal.flatMap { AuthErrorCode($0 as any Error) } == .internalError)
            #expect(refusal?.userInfo[AuthErrorUserInfoServerMessageKey] as? String == "INVALID_REFRESH_TOKEN")
            #expect(auth.currentUser === second)
            try auth.expectAgreement()
        }
    }

    @Test("An earlier user, and one of another app: that their session is over signs nobody else out")
    func otherUsers() async throws {
        try await ServerProcess.with { server in
            let auth = try server.auth()
            let other = try server.auth()
            let earlier = try await auth.signInAnonymously().user
            let elsewhere = try await other.signInAnonymously().user
            let current = try await auth.signIn(with: Ways.google()).user
            let heard = Heard<String?>()
            let handle = auth.addIDTokenDidChangeListener { heard.append($1?.uid) }
            for user in [earlier, elsewhere] {
                try await server.administer("accounts:delete", user.uid)
                await #expect(throws: NSError.self) { try await user.reload() }
                await #expect(throws: NSError.self) { _ = try await user.getIDToken(forcingRefresh: true) }
                #expect(auth.currentUser === current)
                try auth.expectAgreement()
            }
            #expect(other.currentUser == nil)
            try auth.signOut()
            #expect(await heard.all == [current.uid, nil])
            auth.removeIDTokenDidChangeListener(handle)
        }
    }

    // MARK: Every call, every error

    private static let ending = ["USER_NOT_FOUND", "USER_DISABLED", "INVALID_ID_TOKEN", "TOKEN_EXPIRED"]

    /// All that FirebaseAuth's clients know otherwise, and what they do not know. `EMAIL_NOT_FOUND` has the code of
    /// `USER_NOT_FOUND`, and is about an address and no session.
    private static let others =
        ErrorTable.rows.flatMap(\.serverStrings).filter { !ending.contains($0) }
        + [
            "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN", "INVALID_GRANT_TYPE", "PROJECT_NOT_FOUND", "MISSING_ID_TOKEN",
            "NEWS",
        ]

    /// The errors of a server that refuses an ID token. The token may merely be old; only a refresh shows whether the
    /// session is over.
    private static let refusing: Set = ["INVALID_ID_TOKEN", "TOKEN_EXPIRED"]

    /// Indicates whether an error of a method ends the caller's session.
    private static func endsSession(_ call: PublicCall, _ method: String) -> Bool {
        // Whatever a token is renewed for.
        if method == "token" { return true }
        // By then the link is made, whatever its credential was, and the session that it opened is asked.
        if method == "accounts:lookup", call.name.hasPrefix("link") { return true }
        return [
            "link Google", "link Google to an anonymous account", "link a password to an anonymous account", "link a phone",
            "unlink", "reload", "updatePassword", "updateEmail", "commitChanges", "updatePhoneNumber", "sendEmailVerification",
            "sendEmailVerification beforeUpdating", "applyActionCode of a user", "sessions", "endOtherSessions",
        ].contains(call.name)
    }

    /// Signs in whom a call begins with.
    private static func begin(_ call: PublicCall, _ auth: Auth, isStale: Bool) async throws -> PublicCall.Person {
        try auth.signOut()
        let person = PublicCall.Person()
        if call.start == .anonymous {
            try await auth.signInAnonymously()
        } else {
            try await auth.createUser(withEmail: person.email, password: Ways.password)
            if call.start == .passwordAndGoogle { try await auth.currentUser?.link(with: person.google) }
        }
        if isStale, let user = auth.currentUser {
            try auth.change(user) { state in
                state.tokens.expiresAt = .distantPast
                return true
            }
        }
        return person
    }

    @Test("An error that ends a session, by call and method: some calls sign out, and all others leave the user unchanged")
    func table() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            for call in PublicCall.all where call.start != .nobody {
                for method in call.methods + call.dispensable {
                    for message in Self.ending {
                        try await check(call, method, message, auth, transport)
                        if method != "token", Self.refusing.contains(message), Self.endsSession(call, method) {
                            try await check(call, method, message, refresh: "TOKEN_EXPIRED", auth, transport)
                        }
                    }
                }
            }
        }
    }

    private func check(
        _ call: PublicCall, _ method: String, _ message: String, refresh: String? = nil, _ auth: Auth,
        _ transport: WatchedTransport
    ) async throws {
        let place: Comment = "\(call.name), \(method), \(message), \(refresh ?? "")"
        transport.reply([:])
        let person = try await Self.begin(call, auth, isStale: method == "token")
        let user = try #require(auth.currentUser)
        let before = user.state.withLock { $0 }
        let heard = Heard<String?>()
        let handle = auth.addStateDidChangeListener { heard.append($1?.uid) }
        var replies = [method: WatchedTransport.Reply.refusal(message)]
        if let refresh { replies["token"] = .refusal(refresh) }
        transport.reply(replies)
        // The details of a link are asked for by the session that it opened: nothing is left to be renewed.
        let isNewSession = call.name.hasPrefix("link") && method == "accounts:lookup"
        let mayRenew = method != "token" && !isNewSession && Self.refusing.contains(message) && refresh == nil
        // An account that is already gone need not be deleted.
        let isDone = call.name == "delete" && method == "accounts:delete" && message == "USER_NOT_FOUND"
        if isDone {
            try await call.perform(auth, person)
        } else {
            await #expect(throws: NSError.self, place) { try await call.perform(auth, person) }
        }
        if isDone || (Self.endsSession(call, method) && !mayRenew) {
            #expect(auth.currentUser == nil, place)
            #expect(await heard.all == [user.uid, nil], place)
        } else if mayRenew {
            #expect(auth.currentUser === user && user.ways == before.providers.map(\.providerID).sorted(), place)
            #expect(await heard.all == [user.uid], place)
        } else {
            #expect(auth.currentUser === user && user.state.withLock { $0 } == before, place)
            #expect(await heard.all == [user.uid], place)
        }
        try auth.expectAgreement()
        auth.removeStateDidChangeListener(handle)
    }

    @Test("Any other error, by call and method: the user, the storage and the listeners are unaffected")
    func others() async throws {
        try await ServerProcess.with { server in
            let transport = WatchedTransport()
            let auth = try server.auth(transport: transport)
            for call in PublicCall.all where call.start != .nobody {
                for method in call.methods {
                    transport.reply([:])
                    let person = try await Self.begin(call, auth, isStale: method == "token")
                    let user = try #require(auth.currentUser)
                    let before = user.state.withLock { $0 }
                    let heard = Heard<String?>()
                    let handle = auth.addIDTokenDidChangeListener { heard.append($1?.uid) }
                    for message in Self.others {
                        let place: Comment = "\(call.name), \(method), \(message)"
                        transport.reply([method: .refusal(message)])
                        await #expect(throws: NSError.self, place) { try await call.perform(auth, person) }
                        try #require(auth.currentUser === user && user.state.withLock { $0 } == before, place)
                    }
                    try auth.expectAgreement()
                    #expect(await heard.all == [user.uid], "\(call.name), \(method)")
                    auth.removeIDTokenDidChangeListener(handle)
                }
            }
        }
    }
}
