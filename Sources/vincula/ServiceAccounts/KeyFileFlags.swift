import ArgumentParser
import Foundation
import VinculaEngine

/// The destination of a new key file, and the server's URL in it.
struct KeyFileFlags: ParsableArguments {
    @Option(
        help: "The key file to write, readable by its owner only; it must not exist yet. (default: standard output)",
        completion: .file())
    var out: String?

    @Option(help: "The URL at which clients reach the server; it goes into the key file. [env: VINCULA_PUBLIC_URL]")
    var publicURL: String?

    /// The given values of settings, by the setting's name.
    var values: [String: String] { publicURL.map { [Settings.name(\.publicUrl): $0] } ?? [:] }

    /// Creates a key and writes its file. Opens the file first, so that no key is created that cannot be written.
    ///
    /// - Throws: ``ConfigurationError``, or any error from creating the key.
    func write(
        _ configuration: ServerConfiguration, _ make: () async throws -> ServiceAccountCredentials
    ) async throws -> ServiceAccountCredentials {
        guard let publicURL = configuration.publicURL else {
            throw ConfigurationError(
                description: "The key file needs the URL of the server's token endpoint: set publicUrl, or pass --public-url.")
        }
        guard let out else {
            let credentials = try await make()
            FileHandle.standardOutput.write(Data(try credentials.file(publicURL: publicURL).utf8))
            return credentials
        }
        let descriptor = open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(out) cannot be written: \(String(cString: strerror(errno))).")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let credentials = try await make()
            try file.write(contentsOf: Data(try credentials.file(publicURL: publicURL).utf8))
            try file.synchronize()
            return credentials
        } catch {
            try? FileManager.default.removeItem(atPath: out)
            throw error
        }
    }
}
