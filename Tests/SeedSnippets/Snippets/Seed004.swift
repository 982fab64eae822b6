// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 004: sign-in with a link in a mail.

import FirebaseAuth
import Foundation

final class Seed004: OldQuestion {
    typealias Told = (AuthDataResult?, (any Error)?) -> Void

    let link: String
    private(set) var messages: [String] = []

    init(link: String) { self.link = link }

    func showMessagePrompt(_ message: String) { messages.append(message) }

    func settings() -> ActionCodeSettings {
        // 004-01: the bundle ID written out, as a program on Linux has none
        let actionCodeSettings = ActionCodeSettings()
        actionCodeSettings.url = URL(string: "https://www.example.com")
        // The sign-in operation has to always be completed in the app.
        actionCodeSettings.handleCodeInApp = true
        actionCodeSettings.setIOSBundleID("com.example.ios")
        actionCodeSettings.setAndroidPackageName("com.example.android",
                                                 installIfNotAvailable: false, minimumVersion: "12")

        return actionCodeSettings
    }

    func send(to email: String, _ actionCodeSettings: ActionCodeSettings, told: @escaping ((any Error)?) -> Void) {
        // 004-02
        Auth.auth().sendSignInLink(toEmail: email,
                                   actionCodeSettings: actionCodeSettings) { error in
          // ...
            defer { told(error) }
            if let error = error {
              self.showMessagePrompt(error.localizedDescription)
              return
            }
            // The link was successfully sent. Inform the user.
            // Save the email locally so you don't need to ask the user for it again
            // if they open the link on the same device.
            UserDefaults.standard.set(email, forKey: "Email")
            self.showMessagePrompt("Check your email for link")
            // ...
        }
    }

    /// - Returns: Whether it is a link to sign in with.
    func complete(email: String, told: @escaping Told) -> Bool {
        // 004-03
        if Auth.auth().isSignIn(withEmailLink: link) {
                Auth.auth().signIn(withEmail: email, link: self.link) { user, error in
                  // ...
                  told(user, error)
                }
        }

        return Auth.auth().isSignIn(withEmailLink: link)
    }

    func linkIt(email: String, told: @escaping Told) {
        // 004-04: EmailAuthProvider for a class that is not public, the comma, and an error that is compared with nil
          let credential = EmailAuthProvider.credential(withEmail:email,
                                                               link:link)
          Auth.auth().currentUser?.link(with: credential) { authData, error in
            if (error != nil) {
              // And error occurred during linking.
              told(nil, error)
              return
            }
            // The provider was successfully linked.
            // The phone user can now sign in with their phone number or email.
            told(authData, nil)
          }
    }

    func reauthenticate(email: String, told: @escaping Told) {
        // 004-05: the comma, and an error that is compared with nil
          let credential = EmailAuthProvider.credential(withEmail:email,
                                                               link:link)
          Auth.auth().currentUser?.reauthenticate(with: credential) { authData, error in
            if (error != nil) {
              // And error occurred during re-authentication.
              told(nil, error)
              return
            }
            // The user was successfully re-authenticated.
            told(authData, nil)
          }
    }

    @available(*, deprecated)
    func ways(of email: String, told: @escaping (_ ways: [String], (any Error)?) -> Void) {
        var ways: [String] = []
        // 004-06: an error that is compared with nil, methods that may be nil, and conditions that were the wrong way round
         // After asking the user for their email.
         Auth.auth().fetchSignInMethods(forEmail: email) { signInMethods, error in
           // This returns the same array as fetchProviders(forEmail:completion:) but for email
           // provider identified by 'password' string, signInMethods would contain 2
           // different strings:
           // 'emailLink' if the user previously signed in with an email/link
           // 'password' if the user has a password.
           // A user could have both.
           defer { told(ways, error) }
           if (error != nil) {
             // Handle error case.
           }
           if (signInMethods?.contains(EmailPasswordAuthSignInMethod) == true) {
             // User can sign in with email/password.
             ways.append("password")
           }
           if (signInMethods?.contains(EmailLinkAuthSignInMethod) == true) {
             // User can sign in with email/link.
             ways.append("link")
           }
         }
    }

    func signOut() throws {
        // 004-07
            let firebaseAuth = Auth.auth()
        do {
          try firebaseAuth.signOut()
        } catch let signOutError as NSError {
          print("Error signing out: %@", signOutError)
        }
    }
}
