import ChildProcesses
import Foundation
import IdentityToolkit
import SDKSupport
import Testing

@testable import VinculaAuth

#if os(Linux) || os(macOS)
    /// Processes of one installation, whose sessions are bound to its one key, at the real server.
    @Suite("Bound sessions of several processes", .timeLimit(.minutes(10))) struct BoundProcessesTests {
        /// The app, as each of the processes starts it.
        private static func start(_ url: String, _ folder: String) throws -> Auth {
            let app = try TestApp.configure(
                at: try #require(URL(string: url)),
                // All turns are had, however busy the machine is.
                storage: FileStorage(
                    directory: URL(filePath: folder + "/sessions"), patience: .seconds(120), turnPatience: .seconds(120)))
            let auth = Auth.auth(app: app)
            // Each app of a test has a name of its own; those of one group share a user.
            try auth.useUserAccessGroup("processes")
            return auth
        }

        /// Refreshes at once, each with a request of its own: the SDK makes one of many calls of a user.
        private static func refresh(_ auth: Auth, times: Int) async throws {
            let user = try #require(auth.currentUser)
            let tokens = user.state.withLock { $0.tokens }
            let key = user.boundTo
            try #require(key != nil)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<times {
                    group.addTask {
                        let answer = try await auth.backend().call(
                            .token, .init(grantType: "refresh_token", refreshToken: tokens.refreshToken), of: tokens)
                        try #require(answer.refresh_token == tokens.refreshToken)
                    }
                }
                group.addTask { _ = try await user.getIDToken(forcingRefresh: true) }
                try await group.waitForAll()
            }
            try #require(auth.currentUser === user && user.boundTo == key)
        }

        static func refreshInProcess(_ url: String, _ folder: String, times: Int) async throws {
            try await refresh(try start(url, folder), times: times)
        }

        /// Signs in for the first time, at once with others.
        static func signInFirst(_ url: String, _ folder: String, email: String) async throws {
            let auth = try start(url, folder)
            let user = try await auth.createUser(withEmail: email, password: Ways.password).user
            let key = try await auth.installationKey()
            try #require(user.boundTo == key?.thumbprint)
            try Data((user.boundTo ?? "").utf8).write(to: URL(filePath: folder + "/told-\(email)"))
            let next = try await auth.backend().call(
                .token, .init(grantType: "refresh_token", refreshToken: user.refreshToken), of: user.state.withLock { $0.tokens })
            try #require(next.id_token?.isEmpty == false)
        }

        private func withFolder(_ body: (ServerProcess, String) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "bound-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await ServerProcess.with { server in try await body(server, folder) }
        }

        @Test("500 refreshes at once, of three processes with one key: each is served, and nobody is signed out")
        func many() async throws {
            try await withFolder { server, folder in
                let url = server.url.absoluteString
                let auth = try Self.start(url, folder)
                let user = try await auth.createUser(withEmail: MadeUp.email(), password: Ways.password).user
                let key = try #require(user.boundTo)
                // Waiting for processes blocks threads that this one's own turns would need: it takes none meanwhile.
                async let first: Void? = #expect(processExitsWith: .success) {
                    [url = url as String, folder = folder as String] in
                    try await BoundProcessesTests.refreshInProcess(url, folder, times: 170)
                }.map { _ in () }
                async let second: Void? = #expect(processExitsWith: .success) {
                    [url = url as String, folder = folder as String] in
                    try await BoundProcessesTests.refreshInProcess(url, folder, times: 170)
                }.map { _ in () }
                async let third: Void? = #expect(processExitsWith: .success) {
                    [url = url as String, folder = folder as String] in
                    try await BoundProcessesTests.refreshInProcess(url, folder, times: 160)
                }.map { _ in () }
                _ = await (first, second, third)
                _ = try await user.getIDToken(forcingRefresh: true)
                #expect(auth.currentUser === user && user.boundTo == key)
                let again = try Self.start(url, folder)
                let same = try #require(again.currentUser)
                _ = try await same.getIDToken(forcingRefresh: true)
                #expect(same.uid == user.uid && same.boundTo == key && again.currentUser === same)
                try again.expectAgreement()
            }
        }

        @Test("Processes that sign in for the first time at once make one key")
        func firsts() async throws {
            try await withFolder { server, folder in
                let url = server.url.absoluteString
                async let first: Void? = #expect(processExitsWith: .success) {
                    [url = url as String, folder = folder as String] in
                    try await BoundProcessesTests.signInFirst(url, folder, email: "a@example.com")
                }.map { _ in () }
                async let second: Void? = #expect(processExitsWith: .success) {
                    [url = url as String, folder = folder as String] in
                    try await BoundProcessesTests.signInFirst(url, folder, email: "b@example.com")
                }.map { _ in () }
                _ = await (first, second)
                let told = try ["a", "b"].map { try String(contentsOfFile: "\(folder)/told-\($0)@example.com", encoding: .utf8) }
                #expect(Set(told).count == 1 && !told[0].isEmpty)
                let auth = try Self.start(url, folder)
                #expect(try await auth.installationKey()?.thumbprint == told[0])
                _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
                #expect(auth.currentUser?.boundTo == told[0])
            }
        }
    }
#endif
