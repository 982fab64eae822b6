package import ChildProcesses
package import Foundation
package import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Apps that tests make.
package enum TestApp {
    /// Configures an app of a server.
    ///
    /// - Parameters:
    ///   - name: One that nobody else has by default.
    ///   - server: Where the server is.
    ///   - storage: Where its session is kept; in memory by default.
    ///   - transport: What carries its requests.
    ///   - bindsSessions: False for an app that wants no key.
    package static func configure(
        name: String = UUID().uuidString, at server: URL, storage: (any AuthStorage)? = nil,
        transport: (any AuthTransport)? = nil, bindsSessions: Bool = true
    ) throws -> FirebaseApp {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "test-key"
        options.serverURL = server
        options.storage = storage ?? MemoryStorage()
        options.transport = transport
        options.bindsSessions = bindsSessions
        return try FirebaseApp.configureOrThrow(name: name, options: options)
    }
}

extension ServerProcess {
    /// An app of this server, with a name that nobody else has.
    ///
    /// - Parameters:
    ///   - storage: Where its session is kept; in memory by default.
    ///   - transport: What carries its requests.
    ///   - server: Another address than the server's own, such as that of a proxy before it.
    package func app(
        storage: (any AuthStorage)? = nil, transport: (any AuthTransport)? = nil, at server: URL? = nil
    ) throws -> FirebaseApp {
        try TestApp.configure(at: server ?? url, storage: storage, transport: transport)
    }

    /// An app's `Auth`; see ``app(storage:transport:at:)``.
    package func auth(
        storage: (any AuthStorage)? = nil, transport: (any AuthTransport)? = nil, at server: URL? = nil
    ) throws -> Auth {
        try Auth.auth(app: app(storage: storage, transport: transport, at: server))
    }

    /// Has an administrator change the project, such as `["signIn": ["allowDuplicateEmails": true]]`.
    package func configure(_ path: String = "v2/projects/demo-project/config", _ body: String, mask: String) async throws {
        let address = "\(url.absoluteString)/identitytoolkit.googleapis.com/\(path)?updateMask=\(mask)"
        guard let target = URL(string: address) else { throw ChildProcess.Failure(description: "\(address) is no address.") }
        let outcome = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            [
                "curl", "-sSf", "-X", "PATCH", target.absoluteString, "-H", "Authorization: Bearer owner", "-H",
                "Content-Type: application/json", "-d", body,
            ])
        guard outcome.status == 0 else { throw ChildProcess.Failure(description: outcome.output) }
    }

    /// The last code that was sent to a number and works; `nil` if there is none. Waits for the answer, so that callbacks may
    /// ask.
    package func textedCode(to number: String) -> String? {
        struct Codes: Decodable {
            struct Code: Decodable { let code, phoneNumber: String }
            let verificationCodes: [Code]
        }
        let address = url.appending(path: "emulator/v1/projects/demo-project/verificationCodes")
        let codes = try? JSONDecoder().decode(Codes.self, from: Data(contentsOf: address))
        return codes?.verificationCodes.last { $0.phoneNumber == number }?.code
    }

    /// Has an administrator do something with an account.
    ///
    /// - Parameters:
    ///   - method: Such as `accounts:delete`.
    ///   - uid: The account.
    ///   - settings: Further members of the request, such as `"disableUser":true`.
    package func administer(_ method: String, _ uid: String, _ settings: String? = nil) async throws {
        var request = URLRequest(
            url: url.appending(path: "identitytoolkit.googleapis.com/v1/projects/demo-project/\(method)"))
        request.httpMethod = "POST"
        request.setValue("Bearer owner", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("{\"localId\":\"\(uid)\"\(settings.map { ",\($0)" } ?? "")}".utf8)
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw ChildProcess.Failure(description: String(decoding: data, as: UTF8.self))
        }
    }
}

/// An unsigned assertion about a person, as development servers accept it in place of a provider's.
package enum MadeUp {
    /// An ID token.
    package static func idToken(_ subject: String, email: String? = nil, isVerified: Bool = true, name: String? = nil) -> String {
        var claims = ["\"sub\":\"\(subject)\""]
        if let email { claims.append("\"email\":\"\(email)\",\"email_verified\":\(isVerified)") }
        if let name { claims.append("\"name\":\"\(name)\"") }
        return "{\(claims.joined(separator: ","))}"
    }

    /// A custom token, as a development server takes it.
    ///
    /// - Parameter claims: The backend's claims, as JSON.
    package static func customToken(_ uid: String, claims: String = "{}") -> String {
        "{\"uid\":\"\(uid)\",\"claims\":\(claims)}"
    }

    /// An address that no other test has.
    package static func email() -> String { "\(UUID().uuidString.prefix(8).lowercased())@example.com" }
}
