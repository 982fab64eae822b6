import Dispatch
import Foundation
package import VinculaCore
package import VinculaProviders

/// The providers that are asked about access tokens, in a Python process that speaks their protocols
/// (`Tests/Fixtures/provider_fixtures.py`). All tests share one; each uses tokens of its own.
package struct ProviderFixture: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// `http://127.0.0.1:PORT`
    package let url: String

    /// Python with the packages of `Tests/requirements.txt`: the one that `scripts/bootstrap.sh` prepared.
    private static var python: URL {
        let prepared = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../.venv/bin/python").standardized
        if FileManager.default.isExecutableFile(atPath: prepared.path) { return prepared }
        return URL(filePath: "/usr/bin/python3")
    }

    private static var script: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/provider_fixtures.py").standardized
    }

    private static let started = Task { try await start() }

    package static var shared: ProviderFixture {
        get async throws { try await started.value }
    }

    private static func start() async throws -> ProviderFixture {
        let process = Process()
        process.executableURL = python
        process.arguments = ["-W", "ignore", script.path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The providers end when the pipe to them closes, which is when this process ends, and no sooner.
        _ = Unmanaged.passRetained(input)
        let reading = output.fileHandleForReading
        let text = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var line = Data()
                while !line.contains(UInt8(ascii: "\n")) {
                    let part = reading.availableData
                    if part.isEmpty { break }
                    line += part
                }
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
            }
        }.trimmingCharacters(in: .newlines)
        guard let start = text.range(of: "http://") else {
            throw Failure(description: "The providers did not start; run scripts/bootstrap.sh test. \(text)")
        }
        return ProviderFixture(url: String(text[start.lowerBound...]))
    }

    /// Lets a server know our clients at these providers.
    package func configure(_ options: inout ProviderOptions) {
        options[.google] = .init(
            clientIDs: ["ours.apps.example.com", "ios.apps.example.com"], issuer: url + "/google", apiURL: url + "/google")
        options[.facebook] = .init(
            clientIDs: ["1111"], issuer: url + "/facebook", clientSecret: "facebook-secret", apiURL: url + "/facebook/graph")
        options[.twitter] = .init(
            clientIDs: ["consumerKey"], issuer: "twitter.com", clientSecret: "consumer-secret", apiURL: url + "/twitter")
        options[.github] = .init(
            clientIDs: ["Iv1.ours"], issuer: "github.com", clientSecret: "github-secret", apiURL: url + "/github")
        options[.linkedIn] = .init(
            clientIDs: ["linkedin-client"], issuer: url + "/linkedin/oauth", clientSecret: "linkedin-secret",
            apiURL: url + "/linkedin")
        options[.yahoo] = .init(
            clientIDs: ["yahoo-client"], issuer: url + "/yahoo", clientSecret: "yahoo-secret", apiURL: url + "/yahoo")
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - person: The provider's claims about the token's person.
    ///   - more: Other facts of the fixture's: `client`, `expires`, `valid`, `emails`, …
    package func token(
        of provider: ProviderID, for person: [String: JSONValue], _ more: [String: JSONValue] = [:]
    ) async throws -> String {
        let token = "tok-" + UUID().uuidString.lowercased()
        let facts: [String: JSONValue] = [
            "provider": .string(Self.name(provider)), "client": .string(Self.client(of: provider)), "token": .string(token),
            "secret": "token-secret", "person": .object(person),
        ]
        let answer = try await HTTP.post("\(url)/_control/token", .object(facts.merging(more) { $1 }), method: "PUT")
        guard answer.status == 200 else { throw Failure(description: answer.text) }
        return token
    }

    /// An ID token with these claims, signed.
    package func idToken(_ claims: [String: JSONValue]) async throws -> String {
        let answer = try await HTTP.post("\(url)/_control/id_token", .object(claims))
        guard let token = answer["id_token"] else { throw Failure(description: answer.text) }
        return token
    }

    /// The requests that named a text.
    package func requests(naming text: String) async throws -> [JSONValue] {
        let answer = try await HTTP.send("GET", "\(url)/_control/requests?token=\(text)")
        guard case .array(let requests)? = answer.json["requests"] else { return [] }
        return requests
    }

    package static func client(of provider: ProviderID) -> String {
        switch provider {
        case .facebook: "1111"
        case .twitter: "consumerKey"
        case .github: "Iv1.ours"
        case .google: "ours.apps.example.com"
        case .linkedIn: "linkedin-client"
        default: "yahoo-client"
        }
    }

    /// Somebody else's client at the provider.
    package static func otherClient(of provider: ProviderID) -> String {
        switch provider {
        case .facebook: "2222"
        case .twitter: "otherConsumer"
        case .github: "Iv1.other"
        case .google: "other.apps.example.com"
        default: "other-client"
        }
    }

    private static func name(_ provider: ProviderID) -> String {
        String(provider.value.prefix { $0 != "." })
    }

    /// The providers that it speaks for.
    package static let providers: [ProviderID] = [.facebook, .twitter, .github, .google, .linkedIn, .yahoo]

    /// A person as the provider describes them.
    ///
    /// - Parameter number: The person's id, in digits.
    package static func person(_ number: Int, at provider: ProviderID, email: String?) -> [String: JSONValue] {
        let email = email.map(JSONValue.string)
        var person: [String: JSONValue]
        switch provider {
        case .facebook:
            person = [
                "id": .string(String(number)), "name": "Ann Archer", "first_name": "Ann", "last_name": "Archer",
                "picture": .object(["data": .object(["url": "https://p.test/ann.png"])]),
            ]
            person["email"] = email
        case .twitter:
            person = [
                "id": .integer(Int64(number)), "id_str": .string(String(number)), "name": "Ann Archer", "screen_name": "ann",
                "profile_image_url_https": "https://p.test/ann.png",
            ]
            person["email"] = email ?? .null
        case .github:
            person = [
                "id": .integer(Int64(number)), "login": "ann", "name": "Ann Archer", "avatar_url": "https://p.test/ann.png",
                "email": .null,
            ]
        default:
            person = [
                "sub": .string(String(number)), "name": "Ann Archer", "given_name": "Ann", "family_name": "Archer",
                "picture": "https://p.test/ann.png",
            ]
            person["email"] = email
            person["email_verified"] = email == nil ? nil : true
        }
        return person
    }

    /// A good token of a person with this email.
    package func token(
        of provider: ProviderID, person number: Int, email: String?, _ more: [String: JSONValue] = [:]
    ) async throws -> String {
        var facts = more
        if provider == .github, let email, facts["emails"] == nil {
            facts["emails"] = .array([.object(["email": .string(email), "primary": true, "verified": true])])
        }
        return try await token(of: provider, for: Self.person(number, at: provider, email: email), facts)
    }
}

extension TestServer {
    /// Signs in with an access token, as Firebase's clients do.
    ///
    /// - Parameters:
    ///   - secret: X's half that signs.
    ///   - idToken: The caller's own: links.
    package func signIn(
        _ provider: ProviderID, accessToken: String, secret: String? = nil, providerToken: String? = nil,
        idToken: String? = nil, more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        try await call(
            "accounts:signInWithIdp",
            ProviderFixture.body(
                provider, accessToken: accessToken, secret: secret, providerToken: providerToken, idToken: idToken
            )
            .merging(more) { $1 })
    }
}

extension ProviderFixture {
    /// The body of `accounts:signInWithIdp`.
    package static func body(
        _ provider: ProviderID, accessToken: String, secret: String? = nil, providerToken: String? = nil, idToken: String? = nil
    ) -> [String: JSONValue] {
        var fields = "providerId=\(provider)&access_token=\(accessToken)"
        if let secret = secret ?? (provider == .twitter ? "token-secret" : nil) { fields += "&oauth_token_secret=\(secret)" }
        if let providerToken { fields += "&id_token=\(providerToken)" }
        var body: [String: JSONValue] = [
            "requestUri": "http://localhost", "returnSecureToken": true, "returnIdpCredential": true,
            "postBody": .string(fields),
        ]
        body["idToken"] = idToken.map { .string($0) }
        return body
    }
}
