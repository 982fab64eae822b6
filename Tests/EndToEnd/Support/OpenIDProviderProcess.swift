import AsyncHTTPClient
import ChildProcesses
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import VinculaCore

/// A real OpenID provider, `oidc-provider-mock` from PyPI, in a process of its own.
struct OpenIDProviderProcess: Sendable {
    let child: ChildProcess
    let issuer: String

    /// Python with the packages of `Tests/requirements.txt`: the one that `scripts/bootstrap.sh` prepared.
    static var python: URL {
        let prepared = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.venv/bin/python")
            .standardized
        if FileManager.default.isExecutableFile(atPath: prepared.path) { return prepared }
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let found = paths.map { URL(filePath: "\($0)/python3") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return found ?? URL(filePath: "/usr/bin/python3")
    }

    static func start() async throws -> OpenIDProviderProcess {
        let child = try ChildProcess(
            python, ["-W", "ignore", "-m", "oidc_provider_mock", "--port", "0"], environment: ["PYTHONUNBUFFERED": "1"])
        let address = try await child.line(matching: #"(http://127\.0\.0\.1:\d+)"#)
        return OpenIDProviderProcess(child: child, issuer: address)
    }

    /// The provider's claims about a person.
    func setClaims(_ claims: [String: JSONValue], of subject: String) async throws {
        _ = try await HTTP.post("\(issuer)/users/\(subject)", .object(claims), method: "PUT")
    }

    /// Signs a person in at the provider and takes the ID token, as a browser and an app's backend would.
    func idToken(of subject: String, client: String, nonce: String) async throws -> String {
        let redirect = "http://localhost/callback"
        let query =
            "client_id=\(client)&redirect_uri=http%3A%2F%2Flocalhost%2Fcallback&response_type=code"
            + "&scope=openid%20email%20profile&nonce=\(nonce)&state=s"
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let location = try await redirectLocation("\(issuer)/oauth2/authorize?\(query)", body: "sub=\(subject)")
        guard let code = URLComponents(string: location)?.queryItems?.first(where: { $0.name == "code" })?.value else {
            throw ChildProcess.Failure(description: "The provider gave no code: \(location)")
        }
        let answer = try await HTTP.send(
            "POST", "\(issuer)/oauth2/token", headers: form,
            body: Data(
                "grant_type=authorization_code&code=\(code)&redirect_uri=\(redirect)&client_id=\(client)&client_secret=x".utf8))
        guard let token = answer["id_token"] else {
            throw ChildProcess.Failure(description: "The provider gave no ID token: \(answer.text)")
        }
        return token
    }

    private func redirectLocation(_ url: String, body: String) async throws -> String {
        let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(ByteBuffer(string: body))
        let response = try await client.execute(request, timeout: .seconds(120))
        try await client.shutdown()
        return response.headers.first(name: "location") ?? ""
    }
}
