import Foundation
import VinculaVerifier

/// The settings of the backend, from the environment.
struct BackendSettings {
    /// The address of the Vincula server.
    let server: URL
    let project: String
    /// The only tenant whose users are let in; `nil` for those of every tenant, and of none.
    let tenant: String?
    let port: Int
    /// The key file of a service account with the role `viewer`; without one, the server must be a development server.
    private let keyFile: String?

    init(_ environment: [String: String]) throws {
        guard let server = URL(string: environment["VINCULA_SERVER_URL"] ?? "http://127.0.0.1:9099") else {
            throw SettingsError(description: "VINCULA_SERVER_URL is not an address.")
        }
        self.server = server
        project = environment["VINCULA_PROJECT"] ?? "demo-project"
        tenant = environment["VINCULA_TENANT"]
        port = environment["PORT"].flatMap { Int($0) } ?? 8080
        keyFile = environment["VINCULA_KEY_FILE"]
    }

    func credentials() throws -> RevocationCredentials {
        guard let keyFile else { return .bearer { "owner" } }
        return try .serviceAccount(keyFile: try Data(contentsOf: URL(filePath: keyFile)))
    }
}

/// A setting that cannot be used.
struct SettingsError: Error, CustomStringConvertible {
    let description: String
}
