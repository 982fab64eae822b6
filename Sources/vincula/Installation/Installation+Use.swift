import Foundation
import VinculaEngine

extension Installation {
    /// Opens a data folder for as long as a closure runs.
    ///
    /// - Parameter creates: Whether to make a folder that is not there.
    /// - Throws: ``ConfigurationError``, or what the closure throws.
    static func use<Result>(
        _ configuration: ServerConfiguration, creates: Bool = false, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        guard !configuration.isEphemeral else {
            throw ConfigurationError(description: "With ephemeral set there is no data that this command could look at.")
        }
        let installation = try await open(configuration, creates: creates)
        do {
            let result = try await body(installation.engine)
            try await installation.close()
            return result
        } catch {
            try? await installation.close()
            throw error
        }
    }
}

extension AuthEngine {
    /// Requires that somebody made the project, so that a slip in its name changes nothing and says so; under `--dev` every
    /// project is there.
    ///
    /// - Throws: ``ConfigurationError``.
    func requireProject(_ configuration: ServerConfiguration) async throws {
        let project = configuration.project
        guard try await !knowsProject(project), !DataDirectory.isDevelopment(configuration) else { return }
        throw ConfigurationError(
            description: "There is no project \(project). Make it by its first API key: "
                + "vincula api-keys create --project \(project) --data \(configuration.dataDirectory.path)")
    }
}

/// Where words for people go when standard output is for programs.
enum StandardError {
    static func print(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
