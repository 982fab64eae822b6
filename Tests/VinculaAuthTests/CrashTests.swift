import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// A process that is killed between any two steps of a sign-in or a link: on restart the user is the old or the new one, never lost,
/// never half.
///
/// The steps are what others can see: a request goes out, its answer has come, the storage is about to be written, it is written.
@Suite("Kill -9") struct CrashTests {
    @Test("Between any two steps", arguments: CrashStory.all)
    func everyStep(story: CrashStory) async throws {
        try await ServerProcess.with { server in
            // Once to the end, to count the steps.
            let whole = try await Scene(server, story)
            defer { whole.clear() }
            let steps = StepCounter()
            try await story.play(whole.auth(steps), whole.person)
            // The next step renews the session, also for this app, which needs steps of its own for that.
            let count = steps.count
            #expect(count > 1)
            try await story.check(whole, isDone: true)

            for step in 1...count {
                let scene = try await Scene(server, story)
                defer { scene.clear() }
                await #expect(processExitsWith: .signal(SIGKILL), "\(story.name), step \(step) of \(count)") {
                    [
                        url = server.url.absoluteString as String, folder = scene.folder.path as String,
                        person = scene.person as CrashStory.Person, name = story.name as String, step = step as Int
                    ] in
                    let story = try #require(CrashStory.all.first { $0.name == name })
                    let auth = try Scene.auth(
                        at: #require(URL(string: url)), folder: URL(filePath: folder), StepCounter(killingAt: step))
                    try await story.play(auth, person)
                }
                try await story.check(scene, isDone: nil)
            }
        }
    }

    @Test("Between any two steps of a refresh that binds the session: its key is here, and nobody is signed out")
    func binding() async throws {
        try await ServerProcess.with { server in
            let folders = (0..<12).map { _ in
                FileManager.default.temporaryDirectory.appending(path: "binding-\(UUID().uuidString)")
            }
            defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
            // People of an app that has no key, whose project then begins to require keys.
            for folder in folders {
                let old = try Scene.auth(at: server.url, folder: folder, StepCounter(), bindsSessions: false)
                let user = try await old.createUser(withEmail: MadeUp.email(), password: Ways.password).user
                #expect(user.boundTo == nil)
                await old.app?.delete()
            }
            try await server.configure(
                "v2/projects/demo-project/config", #"{"vincula":{"sessions":{"keys":"required"}}}"#, mask: "vincula.sessions.keys"
            )
            let steps = StepCounter()
            let whole = try Scene.auth(at: server.url, folder: folders[0], steps)
            _ = try await whole.currentUser?.getIDToken(forcingRefresh: true)
            #expect(whole.currentUser?.boundTo != nil)
            // The key is stored, the request goes out and its answer comes, the session is stored.
            let count = steps.count
            #expect((4..<folders.count).contains(count))
            for step in 1...count {
                await #expect(processExitsWith: .signal(SIGKILL), "step \(step) of \(count)") {
                    [url = server.url.absoluteString as String, folder = folders[step].path as String, step = step as Int] in
                    let auth = try Scene.auth(
                        at: #require(URL(string: url)), folder: URL(filePath: folder), StepCounter(killingAt: step))
                    _ = try await auth.currentUser?.getIDToken(forcingRefresh: true)
                }
                let auth = try Scene.auth(at: server.url, folder: folders[step], StepCounter())
                let user = try #require(auth.currentUser, "step \(step) of \(count)")
                for _ in 0..<2 { _ = try await user.getIDToken(forcingRefresh: true) }
                #expect(auth.currentUser === user)
                let key = try await auth.installationKey()
                #expect(user.boundTo == key?.thumbprint && key != nil)
                try auth.expectAgreement()
                await auth.app?.delete()
            }
        }
    }

    @Test("At any moment", arguments: CrashStory.all)
    func anyMoment(story: CrashStory) async throws {
        try await ServerProcess.with { server in
            for _ in 0..<6 {
                let scene = try await Scene(server, story)
                defer { scene.clear() }
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [
                        url = server.url.absoluteString as String, folder = scene.folder.path as String,
                        person = scene.person as CrashStory.Person, name = story.name as String
                    ] in
                    let story = try #require(CrashStory.all.first { $0.name == name })
                    let auth = try Scene.auth(at: #require(URL(string: url)), folder: URL(filePath: folder), StepCounter())
                    Thread.detachNewThread {
                        Thread.sleep(forTimeInterval: .random(in: 0...0.04))
                        kill(getpid(), SIGKILL)
                    }
                    try await story.play(auth, person)
                    // The thread is not done yet.
                    try await Task.sleep(for: .seconds(60))
                }
                try await story.check(scene, isDone: nil)
            }
        }
    }
}

/// Counts the steps of a process, and may end it at one of them.
final class StepCounter: Sendable {
    private let taken = Guarded(0)
    private let last: Int?

    /// - Parameter last: The step at which the process is killed; nil to let it live.
    init(killingAt last: Int? = nil) { self.last = last }

    var count: Int { taken.withLock { $0 } }

    func step() {
        let number = taken.withLock { taken in
            taken += 1
            return taken
        }
        if number == last { kill(getpid(), SIGKILL) }
    }
}

/// A folder with a session, before a story begins.
struct Scene {
    let server: ServerProcess
    let folder: URL
    let person: CrashStory.Person
    /// The user who is signed in before.
    let uidBefore: String?
    /// The key that their session is bound to.
    let keyBefore: String?

    init(_ server: ServerProcess, _ story: CrashStory) async throws {
        self.server = server
        folder = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
        person = CrashStory.Person()
        let auth = try Self.auth(at: server.url, folder: folder, StepCounter())
        try await story.begin(auth, person)
        uidBefore = auth.currentUser?.uid
        keyBefore = auth.currentUser?.boundTo
        await auth.app?.delete()
    }

    /// The user that a start of the app finds.
    func auth(_ steps: StepCounter = StepCounter()) throws -> Auth {
        try Self.auth(at: server.url, folder: folder, steps)
    }

    func clear() { try? FileManager.default.removeItem(at: folder) }

    /// An app whose steps are counted.
    ///
    /// - Parameter bindsSessions: False for an app of before there were keys.
    static func auth(at server: URL, folder: URL, _ steps: StepCounter, bindsSessions: Bool = true) throws -> Auth {
        let transport = WatchedTransport()
        transport.before { _, _ in steps.step() }
        transport.after { _, _ in steps.step() }
        let app = try TestApp.configure(
            at: server, storage: SteppingStorage(next: FileStorage(directory: folder), steps: steps), transport: transport,
            bindsSessions: bindsSessions)
        let auth = Auth.auth(app: app)
        // Each app of a test has a name of its own; those of one group share a user.
        try auth.useUserAccessGroup("crash")
        return auth
    }
}

/// Files, with a step before and after each change. The installation's key is in them as in the files themselves.
private struct SteppingStorage: InstallationStorage {
    let next: FileStorage
    let steps: StepCounter

    var staysOnDevice: Bool { next.staysOnDevice }

    func read(_ key: String) throws -> Data? { try next.read(key) }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        steps.step()
        try next.update(key, change)
        steps.step()
    }
}
