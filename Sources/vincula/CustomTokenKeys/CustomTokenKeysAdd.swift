import ArgumentParser
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// `vincula custom-token-keys add`
struct CustomTokenKeysAdd: AsyncParsableCommand {
    /// The longest file that is read, in bytes.
    private static let longestFile = 1 << 20

    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Accepts the custom tokens of a service account's keys.",
        discussion: """
            FILE can be the service account's key file, of which only the public half is kept; the list of its certificates, \
            as Google publishes it at https://www.googleapis.com/robot/v1/metadata/x509/EMAIL; or one certificate or public \
            key in PEM. A key is accepted until its certificate expires; one without a certificate does not expire. Keys that \
            the project accepts already stay as they are.
            """)

    @Argument(help: "The file with the keys.", completion: .file()) var file: String
    @Option(help: "The service account's email; a key file has it.") var serviceAccount: String?
    @Option(help: "The id of a single key in PEM (private_key_id in its key file).") var keyID: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let (keys, named) = try ForeignPublicKey.read(try text(), id: keyID)
        guard let email = serviceAccount ?? named else {
            throw ConfigurationError(description: "The file does not name the service account: pass --service-account.")
        }
        guard named == nil || named == email else {
            throw ConfigurationError(description: "The key file belongs to another service account.")
        }
        let added = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.addCustomTokenKeys(keys, of: email, in: configuration.project)
        }
        for key in added { print("Project \(key.project) accepts key \(Table.printable(key.id)) of \(Table.printable(email)).") }
        if added.isEmpty { print("Project \(configuration.project) accepted these keys already; they stay as they are.") }
    }

    private func text() throws -> String {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { try? handle.close() }
            data = try handle.read(upToCount: Self.longestFile + 1) ?? Data()
        } catch {
            throw ConfigurationError(description: "\(Table.printable(file)) cannot be read: \(SystemReason.text(error)).")
        }
        guard data.count <= Self.longestFile, let text = String(data: data, encoding: .utf8) else {
            throw ConfigurationError(description: "\(Table.printable(file)) is not a file of keys.")
        }
        return text
    }
}
