import ArgumentParser
import Foundation
import VinculaCore

/// Reads secrets, which are never arguments: other users of the machine can see those.
enum SecretInput {
    /// The longest secret, in bytes: that of a private key in PEM.
    static let longest = 16 << 10

    /// Reads a secret from a file, from a terminal without showing it, or a line from standard input.
    ///
    /// - Parameters:
    ///   - prompt: The text before the place to type.
    ///   - file: The file's path, `-` for standard input.
    /// - Throws: ``ConfigurationError``.
    static func read(_ prompt: String, file: String?) throws -> String {
        let text: String?
        if let file {
            text = try Self.text(of: file, longest: longest)
        } else if isatty(STDIN_FILENO) == 1 {
            text = try NewPassword.hidden(prompt)
        } else {
            text = readLine(strippingNewline: true)
        }
        let secret = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !secret.isEmpty else { throw ConfigurationError(description: "There is no secret: nothing was given.") }
        return secret
    }

    /// The contents of a file.
    ///
    /// - Parameters:
    ///   - path: The file's path, `-` for standard input.
    ///   - longest: The greatest length, in bytes.
    /// - Throws: ``ConfigurationError``.
    static func text(of path: String, longest: Int) throws -> String {
        let data: Data
        do {
            let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            defer { if path != "-" { try? handle.close() } }
            var read = Data()
            while read.count <= longest, let part = try handle.read(upToCount: longest + 1 - read.count), !part.isEmpty {
                read += part
            }
            data = read
        } catch {
            throw ConfigurationError(description: "\(Table.printable(path)) cannot be read: \(SystemReason.text(error)).")
        }
        guard data.count <= longest, let text = String(data: data, encoding: .utf8) else {
            throw ConfigurationError(description: "\(Table.printable(path)) must be text of at most \(longest >> 10) KiB.")
        }
        return text
    }
}
