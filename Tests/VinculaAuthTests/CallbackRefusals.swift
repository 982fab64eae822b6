import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

extension CallbackCall {
    /// Calls that are refused before the server is asked, or by what it says to good requests.
    static let refused: [CallbackCall] = [
        .init(name: "createUser without a password", ending: .refused(.weakPassword), isLocal: true) {
            $0.createUser(withEmail: $1.email, password: "", completion: with($2))
        },
        .init(name: "createUser without an address", ending: .refused(.missingEmail), isLocal: true) { auth, _, done in
            auth.createUser(withEmail: "", password: Ways.password, completion: with(done))
        },
        .init(name: "createUser again", start: .password, ending: .refused(.emailAlreadyInUse)) {
            $0.createUser(withEmail: $1.email, password: Ways.password, completion: with($2))
        },
        .init(name: "signIn without a password", ending: .refused(.wrongPassword), isLocal: true) {
            $0.signIn(withEmail: $1.email, password: "", completion: with($2))
        },
        .init(name: "signIn by what is no link", ending: .refused(.invalidActionCode), isLocal: true) {
            $0.signIn(withEmail: $1.email, link: "no link", completion: with($2))
        },
        .init(name: "signIn by what are no digits", ending: .refused(.invalidActionCode), isLocal: true) {
            $0.signIn(withEmail: $1.email, code: "12345", completion: with($2))
        },
        .init(name: "confirmPasswordReset by what are no digits", ending: .refused(.invalidActionCode), isLocal: true) {
            $0.confirmPasswordReset(withCode: "no code", email: $1.email, newPassword: "battery staple", completion: plain($2))
        },
        .init(name: "signIn by a code without an id", ending: .refused(.missingVerificationID), isLocal: true) { auth, _, done in
            let credential = PhoneAuthProvider.provider(auth: auth).credential(withVerificationID: "", verificationCode: "1")
            auth.signIn(with: credential, completion: with(done))
        },
        .init(name: "updateCurrentUser with nobody", start: .password, ending: .refused(.nullUser), isLocal: true) {
            auth, _, done in auth.updateCurrentUser(nil, completion: plain(done))
        },
        .init(name: "sendSignInLink without handleCodeInApp", ending: .refused(.internalError), isLocal: true) {
            $0.sendSignInLink(toEmail: $1.email, actionCodeSettings: ActionCodeSettings(), completion: plain($2))
        },
        .init(name: "confirmPasswordReset without a password", ending: .refused(.weakPassword), isLocal: true) { auth, _, done in
            auth.confirmPasswordReset(withCode: "c", newPassword: "", completion: plain(done))
        },
        .init(name: "verifyPhoneNumber of nothing", ending: .refused(.missingPhoneNumber), isLocal: true) { auth, _, done in
            let done = Unchecked(done)
            PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("") { done.value($0, $1) }
        },
        .init(name: "revokeToken with nobody", ending: .refused(.nullUser), isLocal: true) { auth, _, done in
            auth.revokeToken(withAuthorizationCode: "made up", completion: plain(done))
        },
        .init(name: "updatePassword to nothing", start: .password, ending: .refused(.weakPassword), isLocal: true) {
            auth, _, done in try user(auth).updatePassword(to: "", completion: plain(done))
        },
        .init(name: "link a second password", start: .password, ending: .refused(.providerAlreadyLinked), isLocal: true) {
            auth, _, done in try user(auth).link(with: Ways.email(), completion: with(done))
        },
        .init(
            name: "link a Google account that is linked", start: .passwordAndGoogle, ending: .refused(.providerAlreadyLinked),
            isLocal: true
        ) {
            try user($0).link(with: $1.google, completion: with($2))
        },
        .init(name: "unlink what is not linked", start: .password, ending: .refused(.noSuchProvider), isLocal: true) {
            auth, _, done in try user(auth).unlink(fromProvider: "google.com", completion: with(done))
        },
        .init(name: "reauthenticate as nobody", start: .password, ending: .refused(.userMismatch)) {
            try user($0).reauthenticate(with: $1.google, completion: with($2))
        },
        .init(name: "commitChanges twice", start: .password, ending: .refused(.internalError), isLocal: true) { auth, _, done in
            let change = try user(auth).createProfileChangeRequest()
            change.commitChanges { _ in change.commitChanges(completion: plain(done)) }
        },
        .init(
            name: "enroll with a code for a sign-in", start: .password, ending: .refused(.missingMultiFactorSession),
            isLocal: true
        ) { auth, _, done in
            let code = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f", oneTimePassword: "123456")
            try user(auth).multiFactor.enroll(with: code, displayName: nil, completion: plain(done))
        },
        .init(name: "Game Center's credential", ending: .refused(.gameKitNotLinked), isLocal: true) { _, _, done in
            GameCenterAuthProvider.getCredential(completion: with(done))
        },
    ]
}
