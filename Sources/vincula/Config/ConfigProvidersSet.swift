import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula config providers set`
struct ConfigProvidersSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Configures a provider, or changes its configuration.",
        discussion: """
            A new one is on at once. What is not named stays as it is. Secrets come from a file, a prompt or standard input, \
            because arguments are seen by all users of the machine.

              vincula config providers set google.com --client-id CLIENT --secret
              vincula config providers set oidc.acme --client-id CLIENT --secret \\
                --issuer https://login.acme.example
              vincula config providers set oauth2.acme --client-id CLIENT --secret \\
                --authorization-url https://acme.example/authorize \\
                --token-url https://acme.example/token \\
                --profile-url https://acme.example/me --member-subject id
            """)

    @OptionGroup var argument: ProviderArgument
    @Option(help: "The client id at the provider.") var clientID: String?
    @Option(help: "Read the client secret from a file; - is standard input.", completion: .file())
    var secretFile: String?
    @Flag(help: "Ask for the client secret, or read a line from standard input.") var secret = false
    @Flag(help: "Remove the client secret.") var noSecret = false
    @Flag(inversion: .prefixedNo, help: "Whether people may sign in with it.") var enabled: Bool?
    @OptionGroup(title: "Built-in providers") var builtIn: BuiltInProviderFlags
    @OptionGroup(title: "Providers oidc.NAME and oauth2.NAME") var own: OwnProviderFlags
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard [secretFile != nil, secret, noSecret].filter(\.self).count <= 1 else {
            throw ValidationError("Pass one of --secret-file, --secret and --no-secret.")
        }
        guard
            clientID != nil || secretFile != nil || secret || noSecret || enabled != nil || !builtIn.given.isEmpty
                || !own.given.isEmpty
        else { throw ValidationError("Nothing to change. See vincula help config providers set.") }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let id = try argument.provider()
        guard !id.isSAML else {
            throw ConfigurationError(
                description: "\(id) is a SAML provider: vincula sign-in saml add \(id) --replace --metadata FILE")
        }
        let foreign = id.isDefinedByProject ? builtIn.given : own.given
        if let flag = foreign.first {
            throw ConfigurationError(
                description: "\(flag) is for \(id.isDefinedByProject ? "built-in providers" : "oidc.NAME and oauth2.NAME") only.")
        }
        let scope = try argument.tenant.scope(configuration)
        // Nobody should type a secret for nothing.
        try await Installation.useProject(configuration) { _ in }
        let clientSecret =
            noSecret ? "" : secret || secretFile != nil ? try SecretInput.read("Client secret: ", file: secretFile) : nil
        let key = try builtIn.privateKeyFile.map { try SecretInput.read("Private key: ", file: $0) }
        let (isNew, hasSecret, text) = try await Installation.useProject(configuration) { engine in
            try await ProviderRefusal.plain(id, configuration) {
                id.isDefinedByProject
                    ? try await define(id, clientSecret, engine, configuration, scope)
                    : try await support(id, clientSecret, key, engine, configuration, scope)
            }
        }
        print("\(isNew ? "Configured" : "Changed") \(id) in \(argument.tenant.words(configuration)).\n")
        print(text)
        // Google's old clients, and stand-ins for Google, have other ids.
        if id == .google, let clientID, !clientID.isEmpty, let reason = GoogleClient.fault(ofID: clientID) {
            StandardError.print("Note: \(reason) Compare it with Google's console.")
        }
        if !hasSecret {
            StandardError.print("Note: Sign-in at the provider's page needs a client secret. Set one with --secret.")
        }
    }

    private func support(
        _ id: ProviderID, _ clientSecret: String?, _ key: String?, _ engine: AuthEngine, _ configuration: ServerConfiguration,
        _ scope: ProjectScope
    ) async throws -> (isNew: Bool, hasSecret: Bool, text: String) {
        var edit = SupportedProviderEdit()
        edit.isEnabled = enabled
        edit.clientID = clientID
        edit.clientSecret = clientSecret
        edit.otherClientIDs = builtIn.otherClientIds.map(CommaList.items)
        edit.bundleIDs = builtIn.bundleIds.map(CommaList.items)
        edit.teamID = builtIn.teamID
        edit.keyID = builtIn.keyID
        edit.privateKey = key
        do {
            let provider = try await engine.projects.updateSupportedProvider(id, edit, in: scope)
            return (false, provider.hasSecret, ProviderDescription(provider, configuration, scope).text)
        } catch AuthError.configurationNotFound {
            edit.isEnabled = enabled ?? true
            let provider = try await engine.projects.createSupportedProvider(id, edit, in: scope)
            return (true, provider.hasSecret, ProviderDescription(provider, configuration, scope).text)
        }
    }

    private func define(
        _ id: ProviderID, _ clientSecret: String?, _ engine: AuthEngine, _ configuration: ServerConfiguration,
        _ scope: ProjectScope
    ) async throws -> (isNew: Bool, hasSecret: Bool, text: String) {
        let before: OpenIDProvider?
        do { before = try await engine.projects.openIDProvider(id, in: scope) } catch AuthError.configurationNotFound {
            before = nil
        }
        var edit = OpenIDProviderEdit()
        edit.isEnabled = enabled ?? (before == nil ? true : nil)
        edit.clientID = clientID
        edit.clientSecret = clientSecret
        own.apply(to: &edit, before?.endpoints?.members)
        let isDevelopment = DataDirectory.isDevelopment(configuration)
        let provider =
            before == nil
            ? try await engine.projects.createOpenIDProvider(id, edit, allowsLoopback: isDevelopment, in: scope)
            : try await engine.projects.updateOpenIDProvider(id, edit, allowsLoopback: isDevelopment, in: scope)
        let hasSecret = provider.sealedClientSecret != nil || !provider.allowsCode
        return (before == nil, hasSecret, ProviderDescription(provider, configuration, scope).text)
    }
}

/// The flags that only built-in providers have.
struct BuiltInProviderFlags: ParsableArguments {
    @Option(help: "Additional clients whose tokens are accepted, such as those of mobile apps, comma-separated.")
    var otherClientIds: String?
    @Option(help: "Apple: the apps whose tokens are accepted, comma-separated.") var bundleIds: String?
    @Option(help: "Apple: the id of your team.") var teamID: String?
    @Option(help: "Apple: the id of your key for Sign in with Apple.") var keyID: String?
    @Option(help: "Apple: the file with that key, AuthKey_….p8; - is standard input.", completion: .file())
    var privateKeyFile: String?

    /// The flags that were given.
    var given: [String] {
        [
            otherClientIds.map { _ in "--other-client-ids" }, bundleIds.map { _ in "--bundle-ids" },
            teamID.map { _ in "--team-id" }, keyID.map { _ in "--key-id" }, privateKeyFile.map { _ in "--private-key-file" },
        ].compactMap(\.self)
    }
}

/// The flags that only providers have which a project defines.
struct OwnProviderFlags: ParsableArguments {
    @Option(help: "The provider's name on pages.") var displayName: String?
    @Option(help: "oidc.NAME: the issuer, an https URL.") var issuer: String?
    @Flag(inversion: .prefixedNo, help: "oidc.NAME: whether its page may answer with a code.") var code: Bool?
    @Flag(inversion: .prefixedNo, help: "oidc.NAME: whether its page may answer with an ID token.") var idToken: Bool?
    @Option(help: "oauth2.NAME: the page where people sign in.") var authorizationURL: String?
    @Option(help: "oauth2.NAME: the URL at which codes are exchanged.") var tokenURL: String?
    @Option(help: "oauth2.NAME: the URL that answers an access token with the person's profile.") var profileURL: String?
    @Option(help: "oauth2.NAME: the scopes that a sign-in needs, with commas or spaces between them.") var scopes: String?
    @Option(help: "oauth2.NAME: how the secret is sent: client_secret_post or client_secret_basic.") var tokenAuthMethod: String?
    @Option(help: "oauth2.NAME: the profile's member with the user's id.") var memberSubject: String?
    @Option(help: "oauth2.NAME: the member with the email.") var memberEmail: String?
    @Option(help: "oauth2.NAME: the member that says whether the email is verified.") var memberEmailVerified: String?
    @Option(help: "oauth2.NAME: the member with the person's name.") var memberName: String?
    @Option(help: "oauth2.NAME: the member with the URL of a picture.") var memberPicture: String?

    /// The flags that were given.
    var given: [String] {
        let texts: [(String, String?)] = [
            ("--display-name", displayName), ("--issuer", issuer), ("--authorization-url", authorizationURL),
            ("--token-url", tokenURL), ("--profile-url", profileURL), ("--scopes", scopes),
            ("--token-auth-method", tokenAuthMethod), ("--member-subject", memberSubject), ("--member-email", memberEmail),
            ("--member-email-verified", memberEmailVerified), ("--member-name", memberName),
            ("--member-picture", memberPicture),
        ]
        return texts.filter { $0.1 != nil }.map(\.0) + (code == nil ? [] : ["--code"]) + (idToken == nil ? [] : ["--id-token"])
    }

    /// The flags of the API's fields, which refusals name.
    private static let fields = [
        ("vincula.members.subject", "--member-subject"), ("vincula.members.emailVerified", "--member-email-verified"),
        ("vincula.members.email", "--member-email"), ("vincula.members.name", "--member-name"),
        ("vincula.members.picture", "--member-picture"), ("vincula.authorizationUrl", "--authorization-url"),
        ("vincula.tokenUrl", "--token-url"), ("vincula.userInfoUrl", "--profile-url"), ("vincula.scopes", "--scopes"),
    ]

    /// A refusal with the names of flags in the place of fields.
    static func named(_ refusal: String) -> String { fields.reduce(refusal) { $0.replacing($1.0, with: $1.1) } }

    /// - Parameter members: The members as they are now, which those that are not named keep.
    func apply(to edit: inout OpenIDProviderEdit, _ members: OAuth2Endpoints.Members?) {
        edit.displayName = displayName
        edit.issuer = issuer
        edit.allowsCode = code
        edit.allowsIDToken = idToken
        edit.authorizationURL = authorizationURL
        edit.tokenURL = tokenURL
        edit.userInfoURL = profileURL
        edit.scopes = scopes.map(CommaList.words)
        edit.tokenAuthentication = tokenAuthMethod
        let names = [memberSubject, memberEmail, memberEmailVerified, memberName, memberPicture]
        guard names.contains(where: { $0 != nil }) else { return }
        func name(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        edit.members = OAuth2Endpoints.Members(
            subject: memberSubject ?? members?.subject ?? "", email: name(memberEmail, members?.email),
            emailVerified: name(memberEmailVerified, members?.emailVerified), name: name(memberName, members?.name),
            picture: name(memberPicture, members?.picture))
    }
}
