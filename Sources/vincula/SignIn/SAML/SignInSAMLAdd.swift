import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine
import VinculaProviders

/// `vincula sign-in saml add`
struct SignInSAMLAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a SAML provider from its metadata, and turns it on.",
        discussion: """
            Example: add the identity provider of one company, whose emails are trusted for its domain.

              vincula sign-in saml add saml.acme --metadata idp.xml --display-name Acme
              vincula trust set saml.acme domainOwner --domains acme.example
            """)

    @Argument(help: "The provider's id: saml. and a name, such as saml.acme.") var id: String
    @Option(help: "The file with the identity provider's metadata.", completion: .file()) var metadata: String
    @Option(help: "The provider's name on pages, such as the company's.") var displayName: String?
    @Option(help: "This server's entity ID at the identity provider (default: the address of its metadata).")
    var entityID: String?
    @Option(help: "Where answers are posted to, if not to the provider's own address here: …/__/auth/handler.")
    var callback: String?
    @Flag(help: "Sign requests, also if the identity provider does not ask for it.") var signRequests = false
    @Flag(help: "Change a provider that exists already, such as for a new certificate.") var replace = false
    @OptionGroup var tenant: TenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let isDevelopment = DataDirectory.isDevelopment(configuration)
        guard isDevelopment || configuration.publicURL != nil else {
            throw ConfigurationError(
                description: "Set the server's public address (VINCULA_PUBLIC_URL): the identity provider has to know it.")
        }
        let read = try MetadataFile.read(metadata)
        var edit = SAMLProviderEdit(read)
        edit.isEnabled = true
        edit.displayName = displayName
        if signRequests { edit.signsRequests = true }
        edit.spEntityID = entityID
        edit.callbackURL = callback
        let changes = edit
        let scope = try tenant.scope(configuration)
        let site = SAMLSite(server: configuration.address, isDevelopment: isDevelopment)
        let provider = try await Installation.useProject(configuration) { engine in
            try await SAMLRefusal.plain(id) {
                replace
                    ? try await engine.projects.updateSAMLProvider(ProviderID(id), changes, at: site, in: scope)
                    : try await engine.projects.createSAMLProvider(ProviderID(id), changes, at: site, in: scope)
            }
        }
        print("\(replace ? "Changed" : "Added") \(provider.id) in \(tenant.words(configuration)).")
        print(SAMLDescription(provider, configuration, in: scope).text)
    }
}

extension SAMLProviderEdit {
    /// The configuration that an identity provider's metadata describes.
    init(_ metadata: IdentityProviderMetadata) {
        self.init()
        idpEntityID = metadata.entityID
        ssoURL = metadata.ssoURL
        certificates = metadata.certificates
        signsRequests = metadata.wantsSignedRequests ? true : nil
    }
}

/// A file with an identity provider's metadata.
enum MetadataFile {
    /// - Throws: ``ConfigurationError``.
    static func read(_ path: String) throws -> IdentityProviderMetadata {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? handle.close() }
            data = try handle.read(upToCount: XMLText.maximumLength + 1) ?? Data()
        } catch {
            throw ConfigurationError(description: "\(Table.printable(path)) cannot be read: \(SystemReason.text(error)).")
        }
        do {
            return try IdentityProviderMetadata(data)
        } catch {
            throw ConfigurationError(description: "\(Table.printable(path)): \(error)")
        }
    }
}

/// A SAML provider in words.
struct SAMLDescription {
    private let provider: OpenIDProvider
    private let configuration: ServerConfiguration
    private let scope: ProjectScope

    init(_ provider: OpenIDProvider, _ configuration: ServerConfiguration, in scope: ProjectScope) {
        self.provider = provider
        self.configuration = configuration
        self.scope = scope
    }

    var text: String {
        let server = configuration.address
        let rows = [
            ("state", provider.isEnabled ? "on" : "off"), ("identity provider", provider.issuer),
            ("its page", provider.saml?.ssoURL ?? ""),
            ("requests", provider.saml?.signsRequests == true ? "signed" : "not signed"), ("", "Enter at the identity provider:"),
            ("entity ID (audience)", provider.clientID),
            ("reply URL (ACS)", FlowCallback.url(of: provider, in: scope, server: server)),
            ("or our metadata", FlowCallback.metadataURL(of: provider.id, in: scope, server: server)),
        ]
        return rows.map { name, value in
            name.isEmpty ? "\n\(value)" : "  \(name):".padding(toLength: 25, withPad: " ", startingAt: 0) + Table.printable(value)
        }.joined(separator: "\n")
    }
}

extension ServerConfiguration {
    /// The URL at which browsers reach the server: the public URL, or else the address at which it runs, or would listen.
    var address: String { publicURL ?? ServerLock.address(dataDirectory) ?? "http://\(authority(port: port))" }
}

/// Errors of the use cases, in words.
enum SAMLRefusal {
    /// Runs a closure.
    ///
    /// - Throws: ``ConfigurationError`` in place of an ``AuthError``.
    static func plain<Result>(_ id: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as AuthError {
            let text =
                switch error {
                case .configurationNotFound: "The project has no SAML provider \(Table.printable(id))."
                case .duplicateConfig: "The project has a provider \(Table.printable(id)) already: pass --replace to change it."
                case .invalidConfigID:
                    "\(Table.printable(id)) must be `saml.` and lowercase letters, digits, dots, hyphens or underscores."
                case .invalidConfig(let text): text
                default: "\(error)"
                }
            throw ConfigurationError(description: text)
        }
    }
}
