package import Foundation
import NIOSSL
import VinculaCore

/// Reads PEM files that an operator names in the settings.
package enum PEMFile {
    /// The reason why a file cannot be used for its purpose.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads a file.
    ///
    /// - Throws: ``Failure`` that names the file.
    static func read(_ file: URL) throws -> Data {
        do {
            let data = try Data(contentsOf: file)
            guard !data.isEmpty else { throw Failure(description: "\(file.path) is empty.") }
            return data
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(file.path) cannot be read: \(SystemReason.text(error)).")
        }
    }

    /// Requires a file to contain certificates.
    ///
    /// - Throws: ``Failure``.
    package static func requireCertificates(in file: URL) throws { _ = try certificates(try read(file), file) }

    static func certificates(_ data: Data, _ file: URL) throws -> [NIOSSLCertificate] {
        if let found = try? NIOSSLCertificate.fromPEMBytes(Array(data)), !found.isEmpty { return found }
        let reason =
            if has("CERTIFICATE", data) {
                "it has a certificate that cannot be read"
            } else if has("PRIVATE KEY", data) {
                "it contains a private key; the two files may have been swapped"
            } else {
                "it has no line `-----BEGIN CERTIFICATE-----`"
            }
        throw Failure(description: "\(file.path) contains no PEM certificate: \(reason).")
    }

    static func privateKey(_ data: Data, _ file: URL) throws -> NIOSSLPrivateKey {
        // For a key with a password, the library would ask on the terminal.
        let isLocked = has("ENCRYPTED PRIVATE KEY", data) || data.firstRange(of: Data("Proc-Type: 4,ENCRYPTED".utf8)) != nil
        if !isLocked, let key = try? NIOSSLPrivateKey(bytes: Array(data), format: .pem) { return key }
        let reason =
            if isLocked {
                "it is encrypted with a password. Decrypt it: openssl pkey -in \(file.path) -out NEW.pem"
            } else if has("PRIVATE KEY", data) {
                "it has a key that cannot be read"
            } else if has("CERTIFICATE", data) {
                "it contains a certificate; the two files may have been swapped"
            } else {
                "it has no line `-----BEGIN PRIVATE KEY-----`"
            }
        throw Failure(description: "\(file.path) contains no usable PEM private key: \(reason).")
    }

    private static func has(_ label: String, _ data: Data) -> Bool {
        guard let start = data.firstRange(of: Data("-----BEGIN ".utf8)) else { return false }
        return data[start.upperBound...].firstRange(of: Data("\(label)-----".utf8)) != nil
    }
}
