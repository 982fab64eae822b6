import FirebaseAuth
import FirebaseCore
import Foundation

// The code blocks of the articles in VinculaAuth.docc, unchanged. Change both together.

@MainActor enum DocumentedStart {
    static func configureByFile() {
        FirebaseApp.configure()
    }

    static func configureByHand(apiKey: String) throws {
        let options = FirebaseOptions(googleAppID: "1:1234567890:ios:321abc456def7890", gcmSenderID: "1234567890")
        options.apiKey = apiKey
        options.serverURL = URL(string: "https://auth.example.com")
        try FirebaseApp.configureOrThrow(options: options)
    }

    static func move(apiKey: String) {
        let options = FirebaseOptions(googleAppID: "1:1234567890:ios:321abc456def7890", gcmSenderID: "1234567890")
        options.apiKey = apiKey
        options.serverURL = URL(string: "https://auth.example.com")
        FirebaseApp.configure(options: options)
    }

    static func keepElsewhere(_ options: FirebaseOptions) {
        options.storage = FileStorage(directory: URL(filePath: "/var/lib/my-service/sessions"))
    }

    static func developmentServer() {
        Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
    }

    static func upInAndOut(email: String, password: String) async throws -> String {
        let created = try await Auth.auth().createUser(withEmail: email, password: password)
        print("The account is \(created.user.uid)")

        try Auth.auth().signOut()

        let user = try await Auth.auth().signIn(withEmail: email, password: password).user
        let token = try await user.getIDToken()

        return token
    }

    static func withHandler(email: String, password: String) {
        Auth.auth().signIn(withEmail: email, password: password) { result, error in
            if let error {
                print("Nobody is signed in: \(error.localizedDescription)")
                return
            }
            print("Welcome, \(result?.user.email ?? "somebody without an address")")
        }
    }

    static func watch() async {
        for await user in Auth.auth().authStateChanges {
            print(user.map { "Signed in: \($0.uid)" } ?? "Signed out")
        }
    }

    static func errors(email: String, password: String, show: (String) -> Void) async {
        do {
            try await Auth.auth().signIn(withEmail: email, password: password)
        } catch {
            switch AuthErrorCode(error) {
            case .wrongPassword, .userNotFound, .invalidCredential: show("Email or password is wrong.")
            case .networkError: show("The server could not be reached. Please try again.")
            default: show(error.localizedDescription)
            }
        }
    }
}
