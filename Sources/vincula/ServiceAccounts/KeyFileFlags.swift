import ArgumentParser
import Foundation
import VinculaEngine

/// Where a new key goes, and what its file says of the server.
struct KeyFileFlags: ParsableArguments {
    @Option(help: "The key file to write, for its owner alone; it must not be there yet. (default: standard output)")
    var out: String?

    @Option(help: "Where clients reach the server: the key file names the token endpoint there. [env: VINCULA_PUBLIC_URL]")
    var publicURL: String?

    /// Makes a key and writes its file. The file is opened first: a key that cannot be written is not made.
    ///
    /// - Throws: ``ConfigurationError``, or what making the key throws.
    func write(
        _ configuration: ServerConfiguration, _ make: () async throws -> ServiceAccountCredentials
    ) async throws -> ServiceAccountCredentials {
        guard let publicURL = try publicURL.map({ try ServerConfiguration.url($0, .publicUrl) }) ?? configuration.publicURL else {
            throw ConfigurationError(
                description: "The key file names the server's token endpoint: set publicUrl, or give --public-url.")
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
