import ChildProcesses
import FirebaseAuth
import FirebaseCore
import Foundation
import LinkingApp
import SDKSupport

/// A device with the app on it, connected to its own server.
@MainActor final class Device {
    let viewModel: AuthenticationViewModel
    let auth: Auth
    /// The person that Facebook and Google log in next; nil if the person cancels.
    var person: DevelopmentIdentity?
    /// The number of times a login page was shown.
    private(set) var logins = 0

    /// - Parameter app: The app whose users are signed in.
    init(_ app: FirebaseApp) {
        auth = Auth.auth(app: app)
        let page = LoginPage()
        viewModel = AuthenticationViewModel(
            auth: auth, facebookAuthentication: FacebookAuthentication { try page.logIn().facebookAccessToken },
            googleAuthentication: GoogleAuthentication { try page.logIn().googleTokens })
        page.device = self
    }

    @MainActor private final class LoginPage {
        weak var device: Device?

        func logIn() throws -> DevelopmentIdentity {
            device?.logins += 1
            guard let person = device?.person else { throw CancellationError() }
            return person
        }
    }

    /// Runs a device against a new server.
    static func with(_ body: (Device) async throws -> Void) async throws {
        try await ServerProcess.with { server in
            let app = try server.app()
            try await body(Device(app))
            await app.delete()
        }
    }

    /// Runs a device against a new server that sends real emails.
    static func mailing(_ body: (Device, Mailbox) async throws -> Void) async throws {
        try await ServerProcess.mailing { server, mailbox in
            let app = try server.app()
            try await body(Device(app), mailbox)
            await app.delete()
        }
    }

    /// Closes the alert.
    ///
    /// - Returns: True if one was shown.
    func dismissAlert() -> Bool {
        defer { viewModel.showAlert = false }
        return viewModel.showAlert
    }
}

extension DevelopmentIdentity {
    /// Creates a person who is unique among the tests.
    static func somebody(_ name: String = "Ana") -> DevelopmentIdentity {
        DevelopmentIdentity(name: name, email: MadeUp.email())
    }

    var address: String { email ?? "" }
}
