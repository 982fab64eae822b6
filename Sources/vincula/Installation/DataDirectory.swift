import Foundation

/// The folder that holds everything.
enum DataDirectory {
    /// Makes the folder, for its owner alone, unless it is there.
    ///
    /// - Throws: ``ConfigurationError`` if it cannot be made.
    static func prepared(_ directory: URL) throws -> URL {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationError(
                description:
                    "The data folder \(directory.path) cannot be made: \(error.localizedDescription) Name another with --data.")
        }
        return directory
    }

    private static func developmentMark(in directory: URL) -> URL { directory.appending(path: "development") }

    /// Whether a `--dev` server ever used the folder, or this one is to.
    static func isDevelopment(_ configuration: ServerConfiguration) -> Bool {
        configuration.isDevelopment || isMarkedAsDevelopment(configuration)
    }

    static func isMarkedAsDevelopment(_ configuration: ServerConfiguration) -> Bool {
        guard !configuration.isEphemeral else { return false }
        return FileManager.default.fileExists(atPath: developmentMark(in: configuration.dataDirectory).path)
    }

    /// Marks a folder as a `--dev` server's, so that production refuses it and commands know its projects' defaults.
    static func markAsDevelopment(_ directory: URL) throws {
        let mark = developmentMark(in: directory)
        guard !FileManager.default.fileExists(atPath: mark.path) else { return }
        let text = Data("A server in development mode uses this folder; production refuses it.\n".utf8)
        guard FileManager.default.createFile(atPath: mark.path, contents: text, attributes: [.posixPermissions: 0o600]) else {
            throw ConfigurationError(description: "\(mark.path) cannot be written.")
        }
    }
}
