import ArgumentParser
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// `vincula sign-in saml`
struct SignInSAML: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saml", abstract: "Manages a project's SAML identity providers.",
        discussion: """
            People sign in at their company's identity provider, such as Okta, Entra ID, AD FS or Keycloak. A provider is added \
            from the metadata that the identity provider publishes. Documentation/Operations.md says what to enter there. A \
            running server respects each change from the next sign-in on.
            """,
        subcommands: [
            SignInSAMLList.self, SignInSAMLAdd.self, SignInSAMLShow.self, SignInSAMLRemove.self, SignInSAMLRotateKey.self,
        ],
        defaultSubcommand: SignInSAMLList.self)
}

/// The argument that names a SAML provider, and whose it is.
struct SAMLProviderArgument: ParsableArguments {
    @Argument(help: "The provider's id, such as saml.acme.") var id: String
    @OptionGroup var tenant: TenantFlag

    /// Runs a closure for the provider, and says in words why it is refused.
    ///
    /// - Throws: ``ConfigurationError``, or any other error of the closure.
    func use<Result>(
        _ configuration: ServerConfiguration, _ body: (ProjectAdministration, ProviderID, ProjectScope) async throws -> Result
    ) async throws -> Result {
        let scope = try tenant.scope(configuration)
        return try await Installation.useProject(configuration) { engine in
            try await SAMLRefusal.plain(id) { try await body(engine.projects, ProviderID(id), scope) }
        }
    }
}

/// `vincula sign-in saml list`
struct SignInSAMLList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists a project's SAML providers.")

    @OptionGroup var tenant: TenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let scope = try tenant.scope(configuration)
        let providers = try await Installation.useProject(configuration) { try await $0.projects.samlProviders(in: scope) }
        guard !providers.isEmpty else { return print("There are no SAML providers in \(tenant.words(configuration)).") }
        var table = Table(headings: ["ID", "STATE", "IDENTITY PROVIDER", "CERTIFICATES UNTIL"])
        table.rows = providers.map { provider in
            let ends = provider.saml?.certificates.compactMap { try? XMLSignatureCertificate($0).notAfter } ?? []
            return [provider.id.value, provider.isEnabled ? "on" : "off", provider.issuer, ends.max()?.short ?? ""]
        }
        print(table.text(widest: 80))
    }
}

/// `vincula sign-in saml show`
struct SignInSAMLShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a SAML provider, and what to enter at the identity provider.")

    @OptionGroup var argument: SAMLProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let text = try await argument.use(configuration) {
            SAMLDescription(try await $0.samlProvider($1, in: $2), configuration, in: $2).text
        }
        print(text)
    }
}

/// `vincula sign-in saml remove`
struct SignInSAMLRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a SAML provider; sessions that it opened end, accounts are kept.")

    @OptionGroup var argument: SAMLProviderArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try await argument.use(configuration) { try await $0.deleteSAMLProvider($1, in: $2) }
        print("Removed \(Table.printable(argument.id)) from \(argument.tenant.words(configuration)).")
    }
}

/// `vincula sign-in saml rotate-key`
struct SignInSAMLRotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-key", abstract: "Changes the key that signs requests, in two steps.",
        discussion: """
            The first call makes the next key and publishes its certificate beside the current one. Give the certificate to the \
            identity provider, and then call again with --activate.
            """)

    @OptionGroup var argument: SAMLProviderArgument
    @Flag(help: "Sign with the next key from now on, and forget the one before.") var activate = false
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let provider = try await argument.use(configuration) {
            activate ? try await $0.activateSAMLKey(of: $1, in: $2) : try await $0.prepareSAMLKey(of: $1, in: $2)
        }
        print(
            activate
                ? "Requests to \(provider.id) are signed with the new key."
                : "The next key's certificate, which \(provider.id) must know before it is activated:")
        print((activate ? provider.saml?.current : provider.saml?.next)?.pem ?? "")
    }
}
