import ChildProcesses
import FirebaseAuth
import FirebaseCore
import Foundation
import LinkingApp
import SDKSupport
import Testing

/// The session: it persists between runs and ends at sign-out; an unreadable one does not count as signed out.
@MainActor @Suite struct SessionTests {
    @Test("The session and its sign-in methods persist between two runs, until the person signs out")
    func keptState() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.with { server in
                let ana = DevelopmentIdentity.somebody()
                let first = try app(of: server, directory)
                let firstRun = Device(first)
                await firstRun.viewModel.createNewUser(email: ana.address, password: "correct horse")
                firstRun.person = ana
                await firstRun.viewModel.linkFacebook()
                let user = try #require(firstRun.viewModel.user)
                await first.delete()

                let second = try app(of: server, directory)
                let secondRun = Device(second)
                #expect(secondRun.viewModel.user == user, "without asking the server")
                #expect(secondRun.viewModel.isEmailAndPasswordLinked() && secondRun.viewModel.isFacebookLinked())
                await secondRun.viewModel.reload()
                #expect(secondRun.viewModel.messageError == nil)
                await secondRun.viewModel.logout()
                await second.delete()

                let third = try app(of: server, directory)
                #expect(Device(third).viewModel.user == nil)
                await third.delete()
            }
        }
    }

    @Test("An unreadable session is an error, and signs nobody out")
    func unreadableState() async throws {
        try await withTemporaryDirectory { directory in
            try await ServerProcess.with { server in
                let first = try app(of: server, directory)
                let email = MadeUp.email()
                await Device(first).viewModel.createNewUser(email: email, password: "correct horse")
                await first.delete()
                // Others may write to it, so its contents cannot be trusted.
                try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
                let second = try app(of: server, directory)
                let device = Device(second)
                #expect(device.viewModel.user == nil && device.viewModel.messageError != nil)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.path)
                try device.auth.reloadStoredUser()
                device.viewModel.getCurrentUser()
                #expect(device.viewModel.user?.email == email)
                await second.delete()
            }
        }
    }

    @Test("Deleting the account, and finding it deleted")
    func deleting() async throws {
        try await ServerProcess.with { server in
            let (phone, tablet) = (Device(try server.app()), Device(try server.app()))
            let email = MadeUp.email()
            await phone.viewModel.createNewUser(email: email, password: "correct horse")
            await tablet.viewModel.login(email: email, password: "correct horse")
            await phone.viewModel.deleteUser()
            #expect(phone.viewModel.user == nil && phone.viewModel.messageError == nil)
            await tablet.viewModel.reload()
            #expect(tablet.viewModel.user == nil)
            #expect(tablet.viewModel.messageError == "The account no longer exists.")
            await tablet.viewModel.login(email: email, password: "correct horse")
            #expect(tablet.viewModel.messageError == "The email address or the password is wrong.")
        }
    }

    @Test("Messages for mistakes")
    func errorTexts() async throws {
        try await Device.with { device in
            let app = device.viewModel
            await app.createNewUser(email: "nobody", password: "correct horse")
            #expect(app.messageError == "This is not an email address.")
            await app.createNewUser(email: "", password: "correct horse")
            #expect(app.messageError == "This is not an email address.")
            await app.createNewUser(email: MadeUp.email(), password: "short")
            #expect(app.messageError == "Password should be at least 6 characters")
            await app.createNewUser(email: MadeUp.email(), password: "")
            #expect(app.messageError?.contains("too weak") == true)
            await app.login(email: MadeUp.email(), password: "correct horse")
            #expect(app.messageError == "The email address or the password is wrong.")
            await app.linkFacebook()
            #expect(app.messageError == "Nobody is signed in.")
            _ = device.dismissAlert()
            await app.loginFacebook()
            #expect(app.messageError == "Cancelled.")
            device.person = .somebody()
            await app.loginGoogle()
            #expect(app.user != nil && app.messageError == nil, "a success forgets the mistake before")
        }
    }

    @Test("Without a server nothing changes")
    func serverIsGone() async throws {
        let (device, app) = try await ServerProcess.with { server in
            let app = try server.app()
            let device = Device(app)
            await device.viewModel.createNewUser(email: MadeUp.email(), password: "correct horse")
            return (device, app)
        }
        let user = try #require(device.viewModel.user)
        device.person = .somebody()
        await device.viewModel.linkFacebook()
        #expect(device.viewModel.messageError == "The server cannot be reached.")
        guard case .serverUnreachable = device.viewModel.error else {
            Issue.record("\(String(describing: device.viewModel.error))")
            return
        }
        #expect(device.viewModel.user == user && device.viewModel.linkedAccounts == [.emailAndPassword])
        await device.viewModel.logout()
        #expect(device.viewModel.user == nil, "signing out needs no server")
        await app.delete()
    }

    /// Configures an app with the same name each time, like an app that is restarted.
    private func app(of server: ServerProcess, _ directory: URL) throws -> FirebaseApp {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        options.serverURL = server.url
        options.storage = FileStorage(directory: directory)
        return try FirebaseApp.configureOrThrow(name: directory.lastPathComponent, options: options)
    }
}

/// Runs the body with an empty directory that is deleted afterwards.
@MainActor func withTemporaryDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
        path: "linking-app-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
}
