/// The methods and addresses that an API key is restricted to.
///
/// Only what the server sees by itself restricts a key: which method is called, and which address it is called from. What a
/// caller says of itself (`Referer`, a bundle id, a package name) would keep out nobody who wants to come in.
package struct APIKeyRestrictions: Hashable, Sendable {
    /// A key without restrictions.
    package static let none = APIKeyRestrictions()
    /// The greatest number of methods.
    package static let mostMethods = 64
    /// The greatest number of networks.
    package static let mostNetworks = 64

    /// The methods that may be called, each by its name in the API's description or the beginning of names before a `*`; empty
    /// for all.
    package let methods: [String]
    /// The addresses and networks (`192.0.2.7`, `198.51.100.0/24`, `2001:db8::/32`) that may call; empty for all.
    package let networks: [String]
    /// The networks, read once: every request with the key is compared with them.
    private let ranges: TrustedProxies

    private init() { (methods, networks, ranges) = ([], [], .none) }

    /// - Parameters:
    ///   - methods: The methods.
    ///   - networks: The addresses and networks.
    /// - Throws: ``Refusal``.
    package init(methods: [String], networks: [String]) throws(Refusal) {
        guard methods.count <= Self.mostMethods else { throw .tooManyMethods }
        guard networks.count <= Self.mostNetworks else { throw .tooManyNetworks }
        for method in methods where !Self.isKnown(method) { throw .unknownMethod(method) }
        // `loopback` is a word of the setting for proxies.
        for network in networks where network.utf8.count > 64 || network == "loopback" { throw .unreadableNetwork(network) }
        do {
            ranges = try TrustedProxies(networks)
        } catch {
            throw .unreadableNetwork(error.text)
        }
        (self.methods, self.networks) = (Self.unique(methods), Self.unique(networks))
    }

    package var isEmpty: Bool { methods.isEmpty && networks.isEmpty }

    /// Indicates whether a method may be called.
    package func allows(method: String) -> Bool {
        methods.isEmpty || methods.contains { Self.matches($0, method) }
    }

    /// Indicates whether an address may call.
    package func allows(_ client: ClientAddress) -> Bool {
        networks.isEmpty || ranges.contains(client)
    }

    private static func matches(_ pattern: String, _ method: String) -> Bool {
        guard pattern.utf8.last == UInt8(ascii: "*") else { return pattern.utf8.elementsEqual(method.utf8) }
        return method.utf8.starts(with: pattern.utf8.dropLast())
    }

    /// Indicates whether a text names a method, or begins the name of one.
    private static func isKnown(_ pattern: String) -> Bool {
        // A lone `*` would be no restriction that looks like one.
        pattern.utf8.count > 1 && APIKeyMethods.all.contains { matches(pattern, $0) }
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    /// A restriction that cannot be honoured.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case tooManyMethods
        case tooManyNetworks
        case unknownMethod(String)
        case unreadableNetwork(String)

        package var description: String {
            switch self {
            case .tooManyMethods: return "A key may be restricted to at most \(mostMethods) methods."
            case .tooManyNetworks: return "A key may be restricted to at most \(mostNetworks) addresses and networks."
            case .unknownMethod(let name):
                let nearest = NearestName.of(name, among: APIKeyMethods.all).map { " Did you mean \($0)?" } ?? ""
                return
                    "\(name.prefix(100)) is no method that apps call with a key, nor the beginning of one before a *.\(nearest)"
            case .unreadableNetwork(let text):
                return "\(text.prefix(100)) is no address and no network in CIDR notation, such as 192.0.2.0/24."
            }
        }
    }
}

extension APIKeyRestrictions: Codable {
    private enum CodingKeys: CodingKey { case methods, networks }

    /// Reads what is stored. Names of methods are not compared with those of this version: another one may know more.
    ///
    /// - Throws: ``TrustedProxies/Unreadable`` for a network that is none: a key must not lose a restriction.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        methods = try fields.decode([String].self, forKey: .methods)
        networks = try fields.decode([String].self, forKey: .networks)
        ranges = try TrustedProxies(networks)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(methods, forKey: .methods)
        try fields.encode(networks, forKey: .networks)
    }
}

/// The methods that apps call with an API key, by their names in the API's description.
package enum APIKeyMethods {
    package static let all = [
        "account.config", "account.handover", "account.page", "account.recoveryCodes", "account.recoveryCodes.new",
        "account.sessions", "account.sessions.end", "account.token", "accounts.createAuthUri", "accounts.delete",
        "accounts.lookup", "accounts.mfaEnrollment.finalize", "accounts.mfaEnrollment.start", "accounts.mfaEnrollment.withdraw",
        "accounts.mfaSignIn.finalize", "accounts.mfaSignIn.start", "accounts.resetPassword", "accounts.revokeToken",
        "accounts.sendOobCode", "accounts.sendVerificationCode", "accounts.signInWithCustomToken",
        "accounts.signInWithEmailLink", "accounts.signInWithGameCenter", "accounts.signInWithIdp",
        "accounts.signInWithPassword", "accounts.signInWithPhoneNumber", "accounts.signUp", "accounts.update",
        "accounts.verifyIosClient", "flow.handler", "flow.iframe", "passwordPolicy.get", "projects.get",
        "recaptchaConfig.get", "recaptchaParams.get", "token",
    ]
}

/// The reason why a key is refused, although it is one of the project.
package enum APIKeyRefusal: Hashable, Sendable {
    /// The key may not be used for a method.
    case method(String)
    /// The key may not be used from an address.
    case address(ClientAddress)
}

extension APIKey {
    /// Requires that the key may be used for a call.
    ///
    /// - Parameters:
    ///   - method: The method's name in the API's description.
    ///   - client: The caller's address.
    /// - Throws: ``AuthError/apiKeyRefused(_:)``.
    package func admit(_ method: String, from client: ClientAddress) throws(AuthError) {
        guard !restrictions.isEmpty else { return }
        guard restrictions.allows(client) else { throw .apiKeyRefused(.address(client)) }
        guard restrictions.allows(method: method) else { throw .apiKeyRefused(.method(method)) }
    }
}
