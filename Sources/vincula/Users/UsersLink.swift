import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users link`
struct UsersLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Links a person at a provider to an account; they can then sign in to it.",
        discussion: """
            Whoever has that id at the provider gets the account. The id is the provider's own, such as Google's `sub`; it \
            replaces the one that the account has at this provider.

              vincula users link ana@example.com google.com 113456789012345678901
            """)

    @OptionGroup var argument: AccountArgument
    @Argument(help: "google.com, github.com, oidc.acme, ….") var provider: String
    @Argument(help: "The person's id at the provider.") var subject: String
    @Option(help: "The person's email at the provider.") var email: String?
    @Option(help: "The person's name at the provider.") var name: String?
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let account = try await argument.update(data) { _ in
            var update = AccountUpdate()
            var identity = AccountUpdate.LinkedIdentity(provider: ProviderID(provider), subject: subject)
            identity.email = email
            identity.displayName = name
            update.linkIdentity = identity
            return update
        }
        print("Linked \(provider) to account \(account.title).")
    }
}

/// `vincula users unlink`
struct UsersUnlink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink", abstract: "Removes a sign-in method from an account.")

    @OptionGroup var argument: AccountArgument
    @Argument(help: "google.com, oidc.acme, password, phone, ….") var provider: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let id = ProviderID(provider)
        let account = try await argument.update(data) { account in
            guard account.providers.contains(id) else {
                let has = account.providers.map(\.value).joined(separator: ", ")
                throw ConfigurationError(
                    description: "Account \(account.title) does not sign in with \(provider)"
                        + (has.isEmpty ? "." : ", but with \(has)."))
            }
            var update = AccountUpdate()
            update.deleteProviders = [id]
            return update
        }
        print("Unlinked \(provider) from account \(account.title).")
        if account.providers.isEmpty { StandardError.print("Nobody can sign in to it now.") }
    }
}
