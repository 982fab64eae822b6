package import Foundation

/// A key and a certificate for `localhost` and 127.0.0.1 that it signed itself, made by `openssl`.
package struct SinkCertificate: Sendable {
    /// Their folder, which is whoever made it to remove.
    package let folder: URL

    package var certificate: String { folder.appending(path: "cert.pem").path }
    package var key: String { folder.appending(path: "key.pem").path }
    /// The arguments that make a sink use it.
    package var arguments: [String] { ["--cert", certificate, "--key", key] }

    /// - Parameter names: As OpenSSL has them after `subjectAltName=`.
    package init(names: String = "DNS:localhost,IP:127.0.0.1") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sink-certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=sink", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
            ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SMTPSink.Failure(description: "openssl req failed.") }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }
}
