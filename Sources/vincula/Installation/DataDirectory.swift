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
}
