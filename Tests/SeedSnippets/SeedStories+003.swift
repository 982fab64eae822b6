import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    @Test("003: link, a refused link, a sign-in to merge, unlink")
    func linkMergeUnlink() async throws {
        try await Self.run { _ in
            let seed = Seed003()
            var credentials: [AuthCredential] = []
            seed.googleCredential(of: nil) { credentials.append($0) }
            #expect(credentials.isEmpty)
            seed.googleCredential(of: GIDGoogleUser(idToken: MadeUp.idToken("g-3", email: "cleo@gmail.com"))) {
                credentials.append($0)
            }
            AccessToken.current = AccessToken(tokenString: MadeUp.idToken("f-6"))
            credentials.append(seed.facebookCredential())
            credentials.append(seed.emailCredential(email: MadeUp.email(), password: Self.password))
            let owner = try await Auth.auth().signInAnonymously().user
            for credential in credentials {
                let (result, error) = await Self.told { seed.link(owner, with: credential, told: $0) }
                #expect(error == nil && result?.user === owner)
            }
            #expect(Self.providers == ["facebook.com", "google.com", "password"])

            let other = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let (_, refused) = await Self.told { seed.link(other, with: credentials[0], told: $0) }
            #expect(Self.code(refused) == .credentialAlreadyInUse)
            for isMFAEnabled in [false, true] {
                var previous: User?
                let (result, _) = await Self.told { told in
                    seed.signInToMerge(with: credentials[0], isMFAEnabled: isMFAEnabled) {
                        previous = $0
                        told($1, nil)
                    }
                }
                #expect(previous?.uid == (isMFAEnabled ? owner.uid : other.uid))
                #expect(result?.user.uid == owner.uid && Auth.auth().currentUser?.uid == owner.uid)
            }
            let (unlinked, error) = await Self.told { seed.unlink("facebook.com", told: $0) }
            #expect(error == nil && unlinked?.uid == owner.uid)
            #expect(Self.providers == ["google.com", "password"])
            #expect(seed.messages.isEmpty && seed.navigationController?.pops == 0)
        }
    }

    @Test("003: a sign-in that fails is shown to the person")
    func failedMerge() async throws {
        try await Self.run { _ in
            let seed = Seed003()
            let nobody = seed.emailCredential(email: MadeUp.email(), password: Self.password)
            seed.signInToMerge(with: nobody, isMFAEnabled: true) { _, _ in Issue.record("nobody is signed in") }
            try await Self.until { !seed.messages.isEmpty }
            #expect(seed.messages.count == 1 && seed.messages.first?.isEmpty == false)
        }
    }
}
