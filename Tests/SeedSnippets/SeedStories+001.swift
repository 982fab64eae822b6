import FirebaseAuth
import Foundation
import SDKSupport
import Testing

extension SeedStories {
    @Test("001: link by Google, Facebook and password, then unlink")
    func linkAndUnlink() async throws {
        try await Self.run { _ in
            let seed = Seed001()
            let linking: any OldLinking = seed
            var credentials: [AuthCredential] = []
            seed.googleCredential(of: GIDGoogleUser(idToken: MadeUp.idToken("g-1", email: "ana@gmail.com"))) {
                credentials.append($0)
            }
            AccessToken.current = AccessToken(tokenString: MadeUp.idToken("f-1"))
            credentials.append(seed.facebookCredential())
            credentials.append(seed.emailCredential(email: MadeUp.email(), password: Self.password))
            let user = try await Auth.auth().signInAnonymously().user
            for credential in credentials {
                let (result, error) = await Self.told { linking.link(user, with: credential, told: $0) }
                #expect(error == nil && result?.user === user)
            }
            #expect(Self.providers == ["facebook.com", "google.com", "password"])
            #expect(!user.isAnonymous)
            let uid = user.uid
            for credential in credentials {
                try Auth.auth().signOut()
                #expect(try await Auth.auth().signIn(with: credential).user.uid == uid)
            }
            let (unlinked, error) = await Self.told { seed.unlink("google.com", told: $0) }
            #expect(error == nil && unlinked?.uid == uid)
            #expect(Self.providers == ["facebook.com", "password"])
            let (_, again) = await Self.told { seed.unlink("google.com", told: $0) }
            #expect(Self.code(again) == .noSuchProvider)
        }
    }

    @Test("001: a link that is refused, and a sign-in to merge")
    func refusedLinkAndMerge() async throws {
        try await Self.run { _ in
            let seed = Seed001()
            let linking: any OldLinking = seed
            var google: AuthCredential?
            seed.googleCredential(of: GIDGoogleUser(idToken: MadeUp.idToken("g-2", email: "bea@gmail.com"))) { google = $0 }
            let credential = try #require(google)
            let owner = try await Auth.auth().signIn(with: credential).user.uid
            let other = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user

            let (result, error) = await Self.told { linking.link(other, with: credential, told: $0) }
            #expect(result == nil && Self.code(error) == .credentialAlreadyInUse)
            #expect(Auth.auth().currentUser === other && Self.providers == ["password"])
            #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "bea@gmail.com")
            let updated = try #require(error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)

            let merged = try await Self.merge(by: updated)
            #expect(merged.previous === other && merged.now?.uid == owner)
            #expect(Auth.auth().currentUser?.uid == owner)
            // The result of merging: the data is moved, and the other account is deleted.
            try await other.delete()
            #expect(Auth.auth().currentUser?.uid == owner)

            let refused = try await Self.merge(by: EmailAuthProvider.credential(withEmail: MadeUp.email(), password: "no"))
            #expect(refused.now == nil && refused.error != nil && refused.previous?.uid == owner)
            #expect(Auth.auth().currentUser?.uid == owner)
        }
    }

    private static func merge(by credential: AuthCredential) async throws -> (previous: User?, now: User?, error: NSError?) {
        let linking: any OldLinking = Seed001()
        var previous: User?
        let (result, error) = await told { told in
            linking.signInToMerge(with: credential) { user, result, error in
                previous = user
                told(result, error)
            }
        }
        return (previous, result?.user, error)
    }
}
