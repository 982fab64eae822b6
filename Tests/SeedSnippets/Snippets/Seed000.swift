// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 000: linking Facebook, or a password, to the account that is signed in, layer by layer.

import FirebaseAuth
import Foundation

#if canImport(Combine)
    import Combine
#endif

enum Seed000 {
    // 000-03
    enum LinkedAccounts: String {
        case emailAndPassword = "password"
        case facebook = "facebook.com"
        case unknown
    }

    // 000-04
    struct User {
        let email: String
    }

    /// The author's own wrapper of Facebook's SDK, of which the seed shows one method.
    final class FacebookAuthentication {
        /// The outcome of Facebook's page: a token, or an error.
        var login: Result<String, any Error> = .failure(CancellationError())

        func loginFacebook(completionBlock: @escaping (Result<String, any Error>) -> Void) {
            if case .success(let token) = login { AccessToken.current = AccessToken(tokenString: token) }
            completionBlock(login)
        }

        // 000-15
        func getAccessToken() -> String? {
            AccessToken.current?.tokenString
        }
    }

    final class AuthenticationFirebaseDatasource {
        let facebookAuthentication: FacebookAuthentication

        init(facebookAuthentication: FacebookAuthentication) { self.facebookAuthentication = facebookAuthentication }

        // 000-05
        func currentProvider() -> [LinkedAccounts] {
            guard let currentUser = Auth.auth().currentUser else {
                return []
            }
            let linkedAccounts = currentUser.providerData.map { userInfo in
                LinkedAccounts(rawValue: userInfo.providerID)
            }.compactMap { $0 }
            return linkedAccounts
        }

        // 000-09
        func linkFacebook(completionBlock: @escaping (Bool) -> Void) {
            facebookAuthentication.loginFacebook { result in
                switch result {
                case .success(let accessToken):
                    let credential = FacebookAuthProvider.credential(withAccessToken: accessToken)
                    Auth.auth().currentUser?.link(with: credential, completion: { authDataResult, error in
                        if let error = error {
                            print("Error creating a new user \(error.localizedDescription)")
                            completionBlock(false)
                            return
                        }
                        let email = authDataResult?.user.email ?? "No email"
                        print("New user linked with email \(email)")
                        completionBlock(true)
                    })
                case .failure(let error):
                    print("Error signIn with Facebook \(error.localizedDescription)")
                    completionBlock(false)
                }
            }
        }

        // 000-16
        func getCurrentCredential() -> AuthCredential? {
            guard let providerId = currentProvider().last else {
                return nil
            }
            switch providerId {
            case .facebook:
                guard let accessToken = facebookAuthentication.getAccessToken() else {
                    return nil
                }

                let credential = FacebookAuthProvider.credential(withAccessToken: accessToken)
                return credential
            case .emailAndPassword, .unknown:
                return nil
            }
        }

        // 000-17
        func linkEmailAndPassword(email: String, password: String, completionBlock: @escaping (Bool) -> Void) {

            guard let credential = getCurrentCredential() else {
                print("Error Creating Credential")
                completionBlock(false)
                return
            }

            Auth.auth().currentUser?.reauthenticate(with: credential, completion: { authDataResult, error in
                if let error = error {
                    print("Error reauthenticating a user \(error.localizedDescription)")
                    completionBlock(false)
                    return
                }

                let emailAndPasswordCredential = EmailAuthProvider.credential(withEmail: email, password: password)

                Auth.auth().currentUser?.link(with: emailAndPasswordCredential, completion: { authDataResult, error in
                    if let error = error {
                        print("Error creating a new user \(error.localizedDescription)")
                        completionBlock(false)
                        return
                    }
                    let email = authDataResult?.user.email ?? "No email"
                    print("New user linked with email \(email)")
                    completionBlock(true)
                })
            })
        }
    }

    final class AuthenticationRepository {
        let authenticationFirebaseDatasource: AuthenticationFirebaseDatasource

        init(authenticationFirebaseDatasource: AuthenticationFirebaseDatasource) {
            self.authenticationFirebaseDatasource = authenticationFirebaseDatasource
        }

        // 000-06
        func getCurrentProvider() -> [LinkedAccounts] {
            authenticationFirebaseDatasource.currentProvider()
        }

        // 000-10
        func linkFacebook(completionBlock: @escaping (Bool) -> Void) {
            authenticationFirebaseDatasource.linkFacebook(completionBlock: completionBlock)
        }

        // 000-18
        func linkEmailAndPassword(email: String, password: String, completionBlock: @escaping (Bool) -> Void) {
            authenticationFirebaseDatasource.linkEmailAndPassword(email: email,
                                                                  password: password,
                                                                  completionBlock: completionBlock)
        }
    }

    final class AuthenticationViewModel: ObservableObject {
        private let authenticationRepository: AuthenticationRepository
        @Published var user: User?
        @Published var messageError: String?

        init(authenticationRepository: AuthenticationRepository) {
            self.authenticationRepository = authenticationRepository
        }

        func logout() {
            do { try Auth.auth().signOut() } catch { messageError = error.localizedDescription }
        }

        // 000-07
        @Published var linkedAccounts: [LinkedAccounts] = []

        func getCurrentProvider() {
            linkedAccounts = authenticationRepository.getCurrentProvider()
            print("User Provider \(linkedAccounts)")
        }

        func isEmailAndPasswordLinked() -> Bool {
            linkedAccounts.contains(where: { $0.rawValue == "password" })
        }

        func isFacebookLinked() -> Bool {
            linkedAccounts.contains(where: { $0.rawValue == "facebook.com" })
        }

        // 000-13
        @Published var showAlert: Bool = false
        @Published var isAccountLinked: Bool = false

        // 000-12
        func linkFacebook() {
            authenticationRepository.linkFacebook { [weak self] isSuccess in
                print("Linked Facebook \(isSuccess.description)")
                self?.isAccountLinked = isSuccess
                self?.showAlert.toggle()
                self?.getCurrentProvider()
            }
        }

        // 000-19
        func linkEmailAndPassword(email: String, password: String) {
            authenticationRepository.linkEmailAndPassword(email: email, password: password) { [weak self] isSuccess in
                print("Linked Email and password \(isSuccess.description)")
                self?.isAccountLinked = isSuccess
                self?.showAlert.toggle()
                self?.getCurrentProvider()
            }
        }
    }

    /// The view model before it had an alert to show.
    final class EarlierViewModel {
        private let authenticationRepository: AuthenticationRepository

        init(authenticationRepository: AuthenticationRepository) {
            self.authenticationRepository = authenticationRepository
        }

        // 000-11: the capture of self dropped, which nothing uses: the compiler warns of it
        func linkFacebook() {
            authenticationRepository.linkFacebook { isSuccess in
                print("Linked Facebook \(isSuccess.description)")
            }
        }
    }
}
