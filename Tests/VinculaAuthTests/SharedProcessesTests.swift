import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if os(Linux) || os(macOS)
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #endif

    /// Processes that share a session, at a server that ends it if it sees an older refresh token.
    @Suite("Processes that share a session", .timeLimit(.minutes(20))) struct SharedProcessesTests {
        /// The app, as each of the processes starts it.
        private static func start(_ folder: String) async throws -> (Device, Auth) {
            let device = Device(
                StrictServer.start(in: folder + "/server"),
                storage: FileStorage(
                    // All turns are had, however busy the machine is.
                    directory: URL(filePath: folder + "/sessions"), patience: .seconds(120), turnPatience: .seconds(120)),
                name: folder)
            return (device, try await device.start())
        }

        static func renew(_ folder: String, times: Int) async throws {
            let (_, auth) = try await start(folder)
            let user = try #require(auth.currentUser)
            for _ in 0..<times {
                _ = try await user.getIDToken(forcingRefresh: true)
                try #require(auth.currentUser === user)
            }
        }

        static func renewAndDie(_ folder: String) async throws {
            let storage = FileStorage(directory: URL(filePath: folder + "/sessions"))
            try await storage.exclusively("session:https://auth.example:u") { _ = kill(getpid(), SIGKILL) }
        }

        private func withFolder(_ body: (String) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(folder)
        }

        @Test("Three processes renew at once, many times: none uses an older token, and nobody is signed out")
        func atOnce() async throws {
            try await withFolder { folder in
                let (device, auth) = try await Self.start(folder)
                let user = try await device.signIn(auth)
                // Waiting for processes blocks threads that this one's own turns would need: it takes none meanwhile.
                async let first: Void? = #expect(processExitsWith: .success) { [folder = folder as String] in
                    try await SharedProcessesTests.renew(folder, times: 25)
                }.map { _ in () }
                async let second: Void? = #expect(processExitsWith: .success) { [folder = folder as String] in
                    try await SharedProcessesTests.renew(folder, times: 25)
                }.map { _ in () }
                async let third: Void? = #expect(processExitsWith: .success) { [folder = folder as String] in
                    try await SharedProcessesTests.renew(folder, times: 25)
                }.map { _ in () }
                _ = await (first, second, third)
                _ = try await user.getIDToken(forcingRefresh: true)
                #expect(StrictServer.count(in: folder + "/server") == 76)
                #expect(auth.currentUser === user)
                try auth.expectAgreement()
                let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/sessions")
                #expect(!left.contains { $0.hasSuffix(".turn") }, "\(left)")
            }
        }

        @Test("A process that is killed during its turn does not block the others")
        func killed() async throws {
            try await withFolder { folder in
                let (device, auth) = try await Self.start(folder)
                let user = try await device.signIn(auth)
                await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                    try await SharedProcessesTests.renewAndDie(folder)
                }
                let storage = FileStorage(
                    directory: URL(filePath: folder + "/sessions"), patience: .seconds(120), turnPatience: .seconds(240))
                let clock = ContinuousClock()
                let time = try await clock.measure { try await storage.exclusively("session:https://auth.example:u") {} }
                #expect(time < .seconds(110))
                _ = try await user.getIDToken(forcingRefresh: true)
                try auth.expectAgreement()
            }
        }

        @Test("A process that keeps its turn is waited for, but not forever; other turns are not affected")
        func bounded() async throws {
            try await withFolder { folder in
                func storage(_ patience: Duration) -> FileStorage {
                    FileStorage(directory: URL(filePath: folder), patience: .seconds(120), turnPatience: patience)
                }
                let gate = Gate()
                let holder = Task { try await storage(.seconds(60)).exclusively("one") { await gate.pass() } }
                await gate.guest()
                try await storage(.seconds(60)).exclusively("two") {}
                // It goes on without its turn.
                try await storage(.milliseconds(100)).exclusively("one") {}
                let waiting = Task { try await storage(.seconds(60)).exclusively("one") { true } }
                gate.open()
                #expect(try await waiting.value)
                try await holder.value
                // An error of the work is passed on, and ends the turn.
                await #expect(throws: CocoaError.self) {
                    try await storage(.seconds(60)).exclusively("one") { throw CocoaError(.featureUnsupported) }
                }
                try await storage(.seconds(60)).exclusively("one") {}
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test("A lock held by another process blocks none of Swift's threads")
        func pool() async throws {
            try await withFolder { folder in
                // By a name of its own, only the file's lock holds the holder and the others apart, as it does processes.
                try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder)
                let server = ScriptedServer()
                let devices = (0..<16).map { _ in
                    Device(server, storage: FileStorage(directory: URL(filePath: folder), patience: .seconds(120)))
                }
                var auths: [Auth] = []
                for device in devices {
                    auths.append(try await device.start())
                    try auths.last?.useUserAccessGroup("group")
                }
                let key = try #require(auths.first).store.key
                let isReleased = DispatchSemaphore(value: 0)
                let held = Gate()
                Thread.detachNewThread {
                    let storage = FileStorage(directory: URL(filePath: folder + "/link"))
                    try? storage.update(key) { old in
                        held.open()
                        isReleased.wait()
                        return old
                    }
                }
                await held.pass()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (device, auth) in zip(devices, auths) { group.addTask { try await device.signIn(auth) } }
                    group.addTask {
                        // Every sign-in gets as far as the storage, and this task runs, although nobody gets further.
                        while server.count("accounts:lookup") < devices.count { try await Task.sleep(for: .milliseconds(5)) }
                        isReleased.signal()
                    }
                    try await group.waitForAll()
                }
                for auth in auths { #expect(auth.currentUser != nil) }
            }
        }
    }
#endif
