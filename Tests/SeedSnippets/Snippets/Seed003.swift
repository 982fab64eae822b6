// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 003: the guide to linking of today, with a second factor.

import FirebaseAuth
import Foundation

final class Seed003 {
    typealias Told = (AuthDataResult?, (any Error)?) -> Void

    let navigationController: NavigationController? = NavigationController()
    private(set) var messages: [String] = []
    /// The person's answer to a question: whether OK was pressed, and the text.
    var answers: (String) -> (Bool, String?) = { _ in (false, nil) }

    func showMessagePrompt(_ message: String) { messages.append(message) }

    func showTextInputPrompt(withMessage message: String, completionBlock: @escaping (Bool, String?) -> Void) {
        let (isOK, text) = answers(message)
        completionBlock(isOK, text)
    }

    func googleCredential(of user: GIDGoogleUser?, use: (AuthCredential) -> Void) {
        // 003-01
        guard
          let authentication = user?.authentication,
          let idToken = authentication.idToken
        else {
          return
        }

        let credential = GoogleAuthProvider.credential(withIDToken: idToken,
                                                       accessToken: authentication.accessToken)

        use(credential)
    }

    func facebookCredential() -> AuthCredential {
        // 003-02
        let credential = FacebookAuthProvider
          .credential(withAccessToken: AccessToken.current!.tokenString)

        return credential
    }

    func emailCredential(email: String, password: String) -> AuthCredential {
        // 003-03
        let credential = EmailAuthProvider.credential(withEmail: email, password: password)

        return credential
    }

    func link(_ user: User, with credential: AuthCredential, told: @escaping Told) {
        // 003-04: extra brace dropped
        user.link(with: credential) { authResult, error in
          // ...
          told(authResult, error)
        }
    }

    func signInToMerge(
        with credential: AuthCredential, isMFAEnabled: Bool, merge: @escaping (User?, AuthDataResult?) -> Void
    ) {
        // 003-05: extra brace dropped
        let prevUser = Auth.auth().currentUser
        Auth.auth().signIn(with: credential) { authResult, error in
            if let error = error {
              let authError = error as NSError
              if isMFAEnabled, authError.code == AuthErrorCode.secondFactorRequired.rawValue {
                // The user is a multi-factor user. Second factor challenge is required.
                let resolver = authError
                  .userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
                var displayNameString = ""
                for tmpFactorInfo in resolver.hints {
                  displayNameString += tmpFactorInfo.displayName ?? ""
                  displayNameString += " "
                }
                self.showTextInputPrompt(
                  withMessage: "Select factor to sign in\n\(displayNameString)",
                  completionBlock: { userPressedOK, displayName in
                    var selectedHint: PhoneMultiFactorInfo?
                    for tmpFactorInfo in resolver.hints {
                      if displayName == tmpFactorInfo.displayName {
                        selectedHint = tmpFactorInfo as? PhoneMultiFactorInfo
                      }
                    }
                    PhoneAuthProvider.provider()
                      .verifyPhoneNumber(with: selectedHint!, uiDelegate: nil,
                                         multiFactorSession: resolver
                                           .session) { verificationID, error in
                        if error != nil {
                          print(
                            "Multi factor start sign in failed. Error: \(error.debugDescription)"
                          )
                        } else {
                          self.showTextInputPrompt(
                            withMessage: "Verification code for \(selectedHint?.displayName ?? "")",
                            completionBlock: { userPressedOK, verificationCode in
                              let credential: PhoneAuthCredential? = PhoneAuthProvider.provider()
                                .credential(withVerificationID: verificationID!,
                                            verificationCode: verificationCode!)
                              let assertion: MultiFactorAssertion? = PhoneMultiFactorGenerator
                                .assertion(with: credential!)
                              resolver.resolveSignIn(with: assertion!) { authResult, error in
                                if error != nil {
                                  print(
                                    "Multi factor finanlize sign in failed. Error: \(error.debugDescription)"
                                  )
                                } else {
                                  self.navigationController?.popViewController(animated: true)
                                }
                              }
                            }
                          )
                        }
                      }
                  }
                )
              } else {
                self.showMessagePrompt(error.localizedDescription)
                return
              }
              // ...
              return
            }
            // User is signed in
            // ...
            merge(prevUser, authResult)
        }
                    // Merge prevUser and currentUser accounts and data
                    // ...
    }

    func unlink(_ providerID: String?, told: @escaping (User?, (any Error)?) -> Void) {
        // 003-06
        Auth.auth().currentUser?.unlink(fromProvider: providerID!) { user, error in
          // ...
          told(user, error)
        }
    }
}
