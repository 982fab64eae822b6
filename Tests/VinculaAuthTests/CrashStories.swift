import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// An operation during which an app's process is killed, and the states that a restart may find.
struct CrashStory: Sendable, CustomTestStringConvertible {
    /// The credentials of one run. Both processes have them.
    struct Person: Codable, Sendable {
        var email = MadeUp.email()
        var otherEmail = MadeUp.email()
        var google = UUID().uuidString

        var googleCredential: AuthCredential { Ways.google(google) }
    }

    let name: String
    /// Indicates whether the server ends the session when it does its part, so that a process that dies before it has the new one
    /// has none.
    var endsSession = false
    /// Makes what is there before.
    let begin: @Sendable (Auth, Person) async throws -> Void
    /// The operation that may be cut short.
    let play: @Sendable (Auth, Person) async throws -> Void
    /// The sign-in methods of the account afterwards, if it was done.
    let waysAfter: [String]
    /// And if it was not.
    let waysBefore: [String]
    /// Signs in by what the account has for certain, or has it by now.
    let comeBack: @Sendable (Auth, Person) async throws -> Void

    var testDescription: String { name }

    static let all = [
        CrashStory(
            name: "sign up", begin: { _, _ in },
            play: { try await $0.createUser(withEmail: $1.email, password: Ways.password) },
            waysAfter: ["password"], waysBefore: [],
            comeBack: { auth, person in
                do {
                    try await auth.createUser(withEmail: person.email, password: Ways.password)
                } catch {
                    #expect(AuthErrorCode(error) == .emailAlreadyInUse)
                    try await auth.signIn(withEmail: person.email, password: Ways.password)
                }
            }),
        CrashStory(
            name: "sign in with Google", begin: { _, _ in },
            play: { try await $0.signIn(with: $1.googleCredential) },
            waysAfter: ["google.com"], waysBefore: [],
            comeBack: { try await $0.signIn(with: $1.googleCredential) }),
        CrashStory(
            name: "sign in as somebody else",
            begin: { try await $0.createUser(withEmail: $1.email, password: Ways.password) },
            play: { try await $0.signIn(with: $1.googleCredential) },
            waysAfter: ["google.com"], waysBefore: ["password"],
            comeBack: { try await $0.signIn(with: $1.googleCredential) }),
        CrashStory(
            name: "link Google to a password",
            begin: { try await $0.createUser(withEmail: $1.email, password: Ways.password) },
            play: { try await $0.currentUser?.link(with: $1.googleCredential) },
            waysAfter: ["google.com", "password"], waysBefore: ["password"],
            comeBack: { try await $0.signIn(withEmail: $1.email, password: Ways.password) }),
        CrashStory(
            name: "link a password to Google",
            begin: { try await $0.signIn(with: $1.googleCredential) },
            play: { try await $0.currentUser?.link(with: Ways.email($1.email)) },
            waysAfter: ["google.com", "password"], waysBefore: ["google.com"],
            comeBack: { try await $0.signIn(with: $1.googleCredential) }),
        CrashStory(
            name: "link Google to an anonymous account", endsSession: true,
            begin: { auth, _ in try await auth.signInAnonymously() },
            play: { try await $0.currentUser?.link(with: $1.googleCredential) },
            waysAfter: ["google.com"], waysBefore: [],
            comeBack: { try await $0.signIn(with: $1.googleCredential) }),
        CrashStory(
            name: "link a password to an anonymous account", endsSession: true,
            begin: { auth, _ in try await auth.signInAnonymously() },
            play: { try await $0.currentUser?.link(with: Ways.email($1.email)) },
            waysAfter: ["password"], waysBefore: [],
            comeBack: { try await $0.signIn(withEmail: $1.email, password: Ways.password) }),
        CrashStory(
            name: "unlink",
            begin: { auth, person in
                try await auth.createUser(withEmail: person.email, password: Ways.password)
                try await auth.currentUser?.link(with: person.googleCredential)
            },
            play: { auth, _ in _ = try await auth.currentUser?.unlink(fromProvider: "google.com") },
            waysAfter: ["password"], waysBefore: ["google.com", "password"],
            comeBack: { try await $0.signIn(withEmail: $1.email, password: Ways.password) }),
        CrashStory(
            name: "renew the tokens",
            begin: { try await $0.createUser(withEmail: $1.email, password: Ways.password) },
            play: { auth, _ in _ = try await auth.currentUser?.getIDToken(forcingRefresh: true) },
            waysAfter: ["password"], waysBefore: ["password"],
            comeBack: { try await $0.signIn(withEmail: $1.email, password: Ways.password) }),
        CrashStory(
            name: "sign out",
            begin: { try await $0.createUser(withEmail: $1.email, password: Ways.password) },
            play: { auth, _ in try auth.signOut() },
            waysAfter: [], waysBefore: ["password"],
            comeBack: { try await $0.signIn(withEmail: $1.email, password: Ways.password) }),
    ]

    /// Looks at what a restart finds, and goes on from there.
    ///
    /// - Parameter isDone: Whether it was done to the end; nil for a process that was killed.
    func check(_ scene: Scene, isDone: Bool?) async throws {
        let auth = try scene.auth()
        #expect(auth.storageError == nil)
        try auth.expectAgreement()
        let found = auth.currentUser
        let ways = found?.ways ?? []
        #expect(ways == waysAfter || ways == waysBefore, "\(ways)")
        if isDone == true { #expect(ways == waysAfter) }
        let isSwitch = scene.uidBefore != nil && found?.uid != scene.uidBefore
        if isSwitch { #expect(name == "sign in as somebody else" || (name == "sign out" && found == nil)) }
        // The key of the installation is made once, and each of its sessions is bound to it.
        let key = try #require(try await auth.installationKey()).thumbprint
        #expect(scene.keyBefore == nil || scene.keyBefore == key)
        #expect(found == nil || found?.boundTo == key)

        if let user = found { try await use(user, auth) }
        // Whatever was lost: who has the way in is in the same account again.
        let known = auth.currentUser?.uid
        if known == nil || name != "sign in as somebody else" {
            if endsSession, known != nil, auth.currentUser?.isAnonymous == true { try await play(auth, scene.person) }
            if known == nil || !endsSession { try await comeBack(auth, scene.person) }
            if let before = scene.uidBefore, name != "sign in as somebody else" { #expect(auth.currentUser?.uid == before) }
        }
        try auth.expectAgreement()
        await auth.app?.delete()
    }

    /// The session of a restart is a whole one: it works, or the server has ended it when it did its part.
    private func use(_ user: User, _ auth: Auth) async throws {
        do {
            try await user.reload()
            _ = try await user.getIDToken(forcingRefresh: true)
            let ways = user.ways
            #expect(ways == waysAfter || ways == waysBefore, "after a reload: \(ways)")
            #expect(auth.currentUser === user)
        } catch {
            #expect(endsSession && AuthErrorCode(error) == .userTokenExpired, "\(error)")
            #expect(auth.currentUser == nil)
        }
        try auth.expectAgreement()
    }
}
