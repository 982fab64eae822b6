import Dispatch
import Foundation
import Hummingbird
import Synchronization
import VinculaCrypto

/// The limits that Vincula is measured against, each as bare as it can be.
@main
struct Limits {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "hello": try await hello(port: Int(CommandLine.arguments.last ?? "") ?? 0)
        case "argon2id": argon2id(seconds: 3)
        default: print("usage: vincula-limits hello PORT | argon2id")
        }
    }

    /// A server that says hello: what the framework alone can do.
    private static func hello(port: Int) async throws {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        router.post("/") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 20)
            return "hello"
        }
        try await Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        ).runService()
    }

    /// Hashes a second on all cores at once: what password sign-in cannot exceed.
    private static func argon2id(seconds: Double) {
        let count = Mutex(0)
        let end = Date().addingTimeInterval(seconds)
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            while Date() < end {
                guard (try? Argon2id.hash("correct horse", parameters: .standard)) != nil else { return }
                count.withLock { $0 += 1 }
            }
        }
        print(Double(count.withLock { $0 }) / seconds)
    }
}
