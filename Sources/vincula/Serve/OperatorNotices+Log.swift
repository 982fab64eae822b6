import Logging
import VinculaCore
import VinculaEngine
import VinculaServer

extension OperatorNotices {
    /// Notices that go to the log, and about proxies to `vincula doctor`, too.
    init(_ configuration: ServerConfiguration, logger: Logger) {
        self.init()
        clientsLookAlike = { fault, peer in
            let words = ProxyNote.words(fault, peer)
            logger.warning("\(words)")
            do {
                try ProxyNote.write(words, in: configuration.dataDirectory)
            } catch {
                logger.warning("The note for vincula doctor cannot be written", metadata: ["error": "\(error)"])
            }
        }
        nobodyCanSignIn = { logger.warning("\(SignInMethods.nobodyCanSignIn(to: $0, configuration))") }
    }
}

extension Installation {
    /// The projects that apps call for, and nobody can sign in to.
    func closedProjects() async throws -> [String] {
        var closed: [String] = []
        for project in Set(try await engine.apiKeys(of: nil).map(\.project)).sorted() {
            if try await !engine.hasWayIn(to: project) { closed.append(project) }
        }
        return closed
    }
}
