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

    @Test("003: an attempt to merge meets an account with a second factor, and the code by phone finishes it")
    func secondFactorByPhone() async throws {
        try await Self.run { server in
            let seed = Seed003()
            let number = "+34600000001"
            let email = MadeUp.email()
            let owner = try await Auth.auth().createUser(withEmail: email, password: Self.password).user
            try await server.administer("accounts:update", owner.uid, "\"emailVerified\":true")
            try await DocumentedSecondFactor.phone(owner, phoneNumber: number) { _ in
                try #require(server.textedCode(to: number))
            }
            let other = try await Auth.auth().signInAnonymously().user
            seed.answers = { question in
                question.hasPrefix("Select factor") ? (true, "My phone") : (true, server.textedCode(to: number))
            }
            let credential = seed.emailCredential(email: email, password: Self.password)
            seed.signInToMerge(with: credential, isMFAEnabled: true) { _, _ in Issue.record("a second factor is asked for") }
            try await Self.until { seed.navigationController?.pops == 1 }
            #expect(Auth.auth().currentUser?.uid == owner.uid && Auth.auth().currentUser?.uid != other.uid)
            let claims = try await Auth.auth().currentUser?.getIDTokenResult()
            #expect(claims?.signInSecondFactor == "phone" && seed.messages.isEmpty)
        }
    }

    @Test("003: the same with a recovery code, typed where the message's code goes; and by the SDK's own call")
    func secondFactorByRecoveryCode() async throws {
        try await Self.run { server in
            let seed = Seed003()
            let number = "+34600000005"
            let email = MadeUp.email()
            let owner = try await Auth.auth().createUser(withEmail: email, password: Self.password).user
            try await server.administer("accounts:update", owner.uid, "\"emailVerified\":true")
            try await DocumentedSecondFactor.phone(owner, phoneNumber: number) { _ in
                try #require(server.textedCode(to: number))
            }
            let codes = try await DocumentedSecondFactor.recoveryCodes(owner)
            #expect(codes.count == 10 && Set(codes).count == 10)
            let other = try await Auth.auth().signInAnonymously().user
            seed.answers = { question in question.hasPrefix("Select factor") ? (true, "My phone") : (true, codes[0]) }
            let credential = seed.emailCredential(email: email, password: Self.password)
            seed.signInToMerge(with: credential, isMFAEnabled: true) { _, _ in Issue.record("a second factor is asked for") }
            try await Self.until { seed.navigationController?.pops == 1 }
            let user = try #require(Auth.auth().currentUser)
            #expect(user.uid == owner.uid && user.uid != other.uid)
            #expect(try await user.getIDTokenResult().signInSecondFactor == "recovery" && seed.messages.isEmpty)
            #expect(try await user.multiFactor.recoveryCodesLeft() == 9)

            try Auth.auth().signOut()
            try await DocumentedSecondFactor.signInWithRecoveryCode(email: email, password: Self.password) { _ in
                codes[1].lowercased()
            }
            let again = try #require(Auth.auth().currentUser)
            #expect(again.uid == owner.uid)
            // A new set goes on in another session, which the user has.
            #expect(try await again.multiFactor.newRecoveryCodes().count == 10 && Auth.auth().currentUser === again)
            #expect(try await again.getIDTokenResult().signInSecondFactor == "recovery")
            for factor in again.multiFactor.enrolledFactors { try await again.multiFactor.unenroll(with: factor) }
            #expect(try await again.multiFactor.recoveryCodesLeft() == 0)
            let refused = await #expect(throws: NSError.self) { try await again.multiFactor.newRecoveryCodes() }
            #expect(Self.code(refused) == .multiFactorInfoNotFound)
        }
    }

    @Test("A phone signs in, links, collides with its proof, is replaced, and is removed")
    func phone() async throws {
        try await Self.run { server in
            func credential(_ number: String) async throws -> PhoneAuthCredential {
                let id = try await PhoneAuthProvider.provider().verifyPhoneNumber(number)
                let code = try #require(server.textedCode(to: number))
                return PhoneAuthProvider.provider().credential(withVerificationID: id, verificationCode: code)
            }
            let (first, second) = ("+34600000002", "+34600000003")
            let holder = try await Auth.auth().signIn(with: credential(first))
            #expect(holder.additionalUserInfo?.isNewUser == true && holder.user.phoneNumber == first)
            let user = try await Auth.auth().createUser(withEmail: MadeUp.email(), password: Self.password).user
            let taken = try await credential(first)
            let collision = await #expect(throws: NSError.self) { try await user.link(with: taken) }
            #expect(Self.code(collision) == .credentialAlreadyInUse)
            let updated = collision?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? PhoneAuthCredential
            let linked = try await user.link(with: credential(second))
            #expect(linked.user.phoneNumber == second && Self.providers == ["password", "phone"])
            let third = "+34600000004"
            try await user.updatePhoneNumber(credential(third))
            #expect(user.phoneNumber == third && Self.providers == ["password", "phone"])
            try await user.reauthenticate(with: credential(third))
            _ = try await user.unlink(fromProvider: PhoneAuthProvider.id)
            #expect(user.phoneNumber == nil && Self.providers == ["password"])
            // The proof of the collision signs in without another code.
            let switched = try await Auth.auth().signIn(with: #require(updated))
            #expect(switched.user.uid == holder.user.uid && switched.additionalUserInfo?.isNewUser == false)
            let wrong = PhoneAuthProvider.provider().credential(
                withVerificationID: try await PhoneAuthProvider.provider().verifyPhoneNumber(second), verificationCode: "x")
            let refused = await #expect(throws: NSError.self) { try await Auth.auth().signIn(with: wrong) }
            #expect(Self.code(refused) == .invalidVerificationCode)
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
