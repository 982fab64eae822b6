import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL

extension Installation {
    /// Opens the data while a closure runs, and requires that the project exists.
    ///
    /// - Parameters:
    ///   - name: The project; `nil` for the one in the configuration.
    ///   - home: The place of the data; `nil` for the one in the settings.
    /// - Throws: ``ConfigurationError``, or any error of the closure.
    static func useProject<Result>(
        _ configuration: ServerConfiguration, named name: String? = nil, home: (any DatabaseHome)? = nil,
        _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        try await use(configuration, home: home) { engine in
            try await engine.requireProject(configuration, named: name)
            return try await body(engine)
        }
    }

    /// Opens the data while a closure runs, and creates it and the project if there is no project at all yet. Otherwise
    /// the project must exist.
    ///
    /// - Parameter body: Runs twice if there is no project yet, first in memory: what is refused there leaves nothing behind.
    /// - Throws: ``ConfigurationError``, or any error of the closure.
    static func useFirstProject<Result>(
        _ configuration: ServerConfiguration, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        func useFirst(_ engine: AuthEngine) async throws -> Result {
            try await engine.requireFirstProject(configuration)
            return try await body(engine)
        }
        if try await !isNew(configuration), try await use(configuration, { try await $0.projects.hasProjects() }) {
            return try await use(configuration, useFirst)
        }
        _ = try await closing(open(configuration, creates: false, inMemory: true), useFirst)
        return try await closing(open(configuration, creates: true), useFirst)
    }

    /// Opens the data while a closure runs, and creates it if it is missing.
    ///
    /// - Parameter body: Runs twice if there is no data yet, first in memory: what is refused there leaves nothing behind.
    /// - Throws: ``ConfigurationError``, or any error of the closure.
    static func useOrCreate<Result>(
        _ configuration: ServerConfiguration, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        guard try await isNew(configuration) else { return try await use(configuration, body) }
        _ = try await closing(open(configuration, creates: false, inMemory: true), body)
        return try await closing(open(configuration, creates: true), body)
    }

    /// Opens the data while a closure runs.
    ///
    /// - Throws: ``ConfigurationError``, or any error of the closure.
    static func use<Result>(
        _ configuration: ServerConfiguration, home: (any DatabaseHome)? = nil, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        guard !configuration.isEphemeral else { throw noFolder }
        return try await closing(open(configuration, creates: false, home: home), body)
    }

    /// Indicates whether there is no data yet.
    ///
    /// - Throws: ``ConfigurationError`` if it cannot be used.
    private static func isNew(_ configuration: ServerConfiguration) async throws -> Bool {
        guard !configuration.isEphemeral else { throw noFolder }
        let state = try await configuration.home.look(.creation)
        // The creation of a database that was interrupted is resumed.
        return state != .current
    }

    private static var noFolder: ConfigurationError {
        ConfigurationError(description: "With ephemeral set, there is no data for this command.")
    }

    /// Runs a closure, and closes the data.
    private static func closing<Result>(
        _ installation: Installation, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
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
    /// Creates the project if there is none at all yet. Otherwise it must exist, so that a mistyped name begins no second
    /// project.
    ///
    /// - Throws: ``ConfigurationError``.
    func requireFirstProject(_ configuration: ServerConfiguration) async throws {
        if try await !projects.hasProjects() { try await projects.ensureProject(configuration.project) }
        try await requireProject(configuration)
    }

    /// Requires that the project exists, so that a mistyped name is reported and changes nothing; under `--dev` every project
    /// exists.
    ///
    /// - Throws: ``ConfigurationError``.
    func requireProject(_ configuration: ServerConfiguration, named name: String? = nil) async throws {
        let project = name ?? configuration.project
        guard try await !projects.knowsProject(project), !DataDirectory.isDevelopment(configuration) else { return }
        let names = Set(try await projects.listProjects() + serviceAccess.apiKeys(of: nil).map(\.project)).sorted()
        let data = configuration.home.option
        let hint: String
        if let near = NearestName.of(project, among: names) {
            hint = "Did you mean \(near) (vincula … --project \(near)\(data))?"
        } else if names.isEmpty {
            hint = "There are none yet."
        } else {
            let some = names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
            hint = "Projects: \(some). Specify one of them: vincula … --project \(names[0])\(data)."
        }
        throw ConfigurationError(
            description: "There is no project \(Table.printable(project)). \(hint) Create it: "
                + "vincula projects create \(Table.printable(project))\(data)")
    }
}

/// Prints messages for people when standard output is for programs.
enum StandardError {
    static func print(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
