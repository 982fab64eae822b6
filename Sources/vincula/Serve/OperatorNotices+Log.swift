import Logging
import VinculaCore
import VinculaEngine
import VinculaServer

extension OperatorNotices {
    /// Creates notices that go to the log; those about proxies go to `vincula doctor`, too.
    init(_ configuration: ServerConfiguration, logger: Logger) {
        self.init()
        clientsLookAlike = { fault, peer in
            let words = ProxyNote.words(fault, peer)
            logger.warning("\(words)")
            do {
                try ProxyNote.write(words, in: configuration.dataDirectory)
            } catch {
                logger.warning(
                    "The note for vincula doctor cannot be written", metadata: ["error": "\(SystemReason.text(error))"])
            }
        }
        nobodyCanSignIn = { logger.warning("\(SignInMethods.nobodyCanSignIn(to: $0, configuration))") }
    }
}

/// The projects that have a problem, while the others work.
struct TroubledProjects {
    /// Projects with an API key that nobody can sign in to.
    var closed: [String] = []
    /// Projects whose settings cannot be read.
    var unreadable: [String] = []

    /// The message about a project whose settings cannot be read.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - home: The place of the data.
    static func unreadable(_ project: String, _ home: any DatabaseHome) -> String {
        """
        The settings of project \(project), or of its providers, cannot be read, so its requests get a 503; other \
        projects work. Restore the last backup\(home.restoring)
        """
    }
}

extension Installation {
    func troubledProjects() async throws -> TroubledProjects {
        var troubled = TroubledProjects()
        let keyed = Set(try await engine.serviceAccess.apiKeys(of: nil).map(\.project))
        for project in keyed.union(try await engine.projects.listProjects()).sorted() {
            do {
                if try await !engine.projects.hasWayIn(to: project), keyed.contains(project) { troubled.closed.append(project) }
            } catch let failure as StoreUnavailable where failure.reason == .unreadableRow {
                troubled.unreadable.append(project)
            }
        }
        return troubled
    }
}
