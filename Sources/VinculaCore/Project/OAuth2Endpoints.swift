/// An OAuth 2 provider without OpenID Connect, as a project describes it (`oauth2.*`).
package struct OAuth2Endpoints: Hashable, Sendable, Codable {
    /// The way in which the client's secret is sent to the token endpoint.
    package enum Authentication: String, Hashable, Sendable, Codable, CaseIterable {
        case post = "client_secret_post"
        case basic = "client_secret_basic"
    }

    /// The paths of the profile's members: names separated by dots, such as `data.id`.
    package struct Members: Hashable, Sendable, Codable {
        package var subject: String
        package var email: String?
        package var emailVerified: String?
        package var name: String?
        package var picture: String?

        package init(
            subject: String = "", email: String? = nil, emailVerified: String? = nil, name: String? = nil, picture: String? = nil
        ) {
            self.subject = subject
            self.email = email
            self.emailVerified = emailVerified
            self.name = name
            self.picture = picture
        }

        fileprivate var all: [(name: String, path: String)] {
            [("subject", subject)]
                + [("email", email), ("emailVerified", emailVerified), ("name", name), ("picture", picture)].compactMap {
                    name, path in
                    path.map { (name, $0) }
                }
        }
    }

    /// The address of the page.
    package var authorizationURL: String
    package var tokenURL: String
    /// The address that tells who an access token belongs to.
    package var userInfoURL: String
    /// The scopes that a sign-in needs.
    package var scopes: [String]
    package var authentication: Authentication
    package var members: Members

    package init(
        authorizationURL: String = "", tokenURL: String = "", userInfoURL: String = "", scopes: [String] = [],
        authentication: Authentication = .post, members: Members = Members()
    ) {
        self.authorizationURL = authorizationURL
        self.tokenURL = tokenURL
        self.userInfoURL = userInfoURL
        self.scopes = scopes
        self.authentication = authentication
        self.members = members
    }

    /// The source of user ids: the user-info endpoint and the member. With another, the same ids may mean other people.
    package var subjectSource: String { userInfoURL + "#" + members.subject }

    /// Checks everything but the addresses.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``, which names the field.
    package func requireUsable() throws(AuthError) {
        for (name, address) in [("authorizationUrl", authorizationURL), ("tokenUrl", tokenURL), ("userInfoUrl", userInfoURL)]
        where address.isEmpty {
            throw .invalidConfig("A provider oauth2.NAME needs vincula.\(name).")
        }
        guard !members.subject.isEmpty else {
            throw .invalidConfig(
                "A provider oauth2.NAME needs vincula.members.subject: which member of the profile is the user id.")
        }
        for (name, path) in members.all where !Self.isPath(path) {
            throw .invalidConfig("vincula.members.\(name) must be up to eight names separated by dots.")
        }
        guard scopes.count <= 50, scopes.allSatisfy(Self.isScope) else {
            throw .invalidConfig("vincula.scopes may have up to 50 scopes, without spaces and quotes.")
        }
    }

    private static func isPath(_ text: String) -> Bool {
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 256 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && names.count <= 8
            && names.allSatisfy { !$0.isEmpty }
    }

    /// RFC 6749 §3.3.
    package static func isScope(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
    }
}

extension JSONValue {
    /// The member at a path of names separated by dots.
    package func member(at path: String) -> JSONValue? {
        var value = self
        for name in path.split(separator: ".") {
            guard let next = value[String(name)] else { return nil }
            value = next
        }
        return value
    }
}
