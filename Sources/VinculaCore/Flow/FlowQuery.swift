package import Foundation

/// The handler's query: each field bounded and checked where it is read.
struct FlowQuery {
    /// The greatest number of scopes, and of custom parameters.
    private static let mostEntries = 50
    /// The longest of each, in bytes; `claims` of OpenID Connect are a JSON text.
    private static let longestEntry = 1024

    private let fields: [String: String]

    init(_ fields: [String: String]) { self.fields = fields }

    static func malformed(_ name: String) -> AuthError { .invalidArgument("Invalid query. \(name) is missing or malformed") }

    /// The tenant, which the web SDK calls `tid`.
    func tenant() throws(AuthError) -> String? {
        let names = ["tid", "tenantId"].compactMap { fields[$0] }
        let choice = try TenantChoice(path: nil, named: names, token: nil)
        return choice.tenant.isEmpty ? nil : choice.tenant
    }

    /// A field that may be absent or empty.
    ///
    /// - Parameter isASCII: `true` if only visible ASCII and spaces are allowed; otherwise everything without control characters.
    func text(_ name: String, longest: Int, isASCII: Bool = true) throws(AuthError) -> String? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        let isSound = text.utf8.allSatisfy { byte in
            isASCII && byte >= 0x80 ? false : byte >= 0x20 && byte != 0x7F
        }
        guard text.utf8.count <= longest, isSound, text.isStreamSafe else { throw Self.malformed(name) }
        return text
    }

    func provider() throws(AuthError) -> ProviderID {
        guard let text = try text("providerId", longest: 128) else {
            throw .invalidCredentialOrProviderID("There is no providerId.")
        }
        let id = HostName.lowercased(text)
        guard id.utf8.allSatisfy({ FlowQuery.isNameByte($0) }) else { throw Self.malformed("providerId") }
        return ProviderID(id)
    }

    /// A SHA-256 in hexadecimal.
    func digest(_ name: String) throws(AuthError) -> Data? {
        guard let text = try text(name, longest: 64) else { return nil }
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        guard text.utf8.count == 64, digits.count == 64 else { throw Self.malformed(name) }
        return Data((0..<32).map { digits[$0 * 2] << 4 | digits[$0 * 2 + 1] })
    }

    /// The scopes, separated by commas or spaces.
    func scopes() throws(AuthError) -> [String] {
        guard let text = try text("scopes", longest: 8192) else { return [] }
        return try Self.scopes(text)
    }

    static func scopes(_ text: String) throws(AuthError) -> [String] {
        let scopes = text.split { $0 == "," || $0 == " " }.map(String.init)
        // RFC 6749 §3.3.
        let areSound = scopes.allSatisfy { scope in
            scope.utf8.count <= longestEntry
                && scope.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        guard scopes.count <= mostEntries, areSound else { throw malformed("scopes") }
        return scopes
    }

    /// A JSON object of texts.
    func customParameters() throws(AuthError) -> [String: String] {
        guard let text = try text("customParameters", longest: 8192, isASCII: false) else { return [:] }
        guard case .object(let members)? = JSONValue.parse(Data(text.utf8)) else { throw Self.malformed("customParameters") }
        var parameters: [String: String] = [:]
        for (name, value) in members {
            guard let value = value.string else { throw Self.malformed("customParameters") }
            parameters[name] = value
        }
        return try Self.checked(parameters)
    }

    static func checked(_ parameters: [String: String]) throws(AuthError) -> [String: String] {
        for (name, value) in parameters {
            let isSound =
                (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { isNameByte($0) }
                && value.utf8.count <= longestEntry && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && value.isStreamSafe
            guard isSound else { throw malformed("customParameters") }
        }
        guard parameters.count <= mostEntries else { throw malformed("customParameters") }
        return parameters
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-._".utf8.contains(byte)
    }
}

extension FlowRequest {
    /// A flow that an app begins by `createAuthUri`.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - apiKey: The app's API key.
    ///   - continueURL: The app's own address, to which the provider sends the browser.
    ///   - scope: Scopes, separated by spaces.
    ///   - parameters: The app's own parameters for the provider's page.
    ///   - session: SHA-256 of the session id.
    /// - Throws: ``AuthError/invalidArgument(_:)``.
    package init(
        authURIOf provider: ProviderID, apiKey: String, continueURL: String, session: Data, scope: String?,
        parameters: [String: String]
    ) throws(AuthError) {
        self.init(kind: .createAuthUri, provider: provider, apiKey: apiKey)
        redirectURL = continueURL
        sessionHash = session
        scopes = try scope.map { text throws(AuthError) in try FlowQuery.scopes(text) } ?? []
        customParameters = try FlowQuery.checked(parameters)
    }
}
