import ArgumentParser
import VinculaCore
import VinculaEngine

/// The flags that restrict an API key.
struct RestrictionFlags: ParsableArguments {
    @Option(
        name: .customLong("method"),
        help: "A method that may be called, such as accounts.signUp, accounts.signIn* or token; as often as needed.")
    var methods: [String] = []
    @Option(
        name: .customLong("from"), help: "An address or network that may call, such as 198.51.100.0/24; as often as needed.")
    var networks: [String] = []

    /// - Throws: ``ConfigurationError`` for what cannot be honoured.
    func restrictions() throws -> APIKeyRestrictions {
        do {
            return try APIKeyRestrictions(methods: methods, networks: networks)
        } catch {
            throw ConfigurationError(description: error.description)
        }
    }
}

/// `vincula api-keys restrict`
struct APIKeysRestrict: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restrict", abstract: "Restricts an API key to methods and addresses, or to nothing.",
        discussion: """
            The restrictions replace those that the key had, within a second. An app whose people are to stay signed in needs \
            the method token; vincula openapi has the names of all methods. Addresses are those that the server sees: behind a \
            proxy, the setting proxies must name it.
            """)

    @Argument(help: "The complete key.") var key: String
    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Restrictions") var restrictions: RestrictionFlags
    @Flag(help: "Takes all restrictions off.") var none = false

    func validate() throws {
        guard none != (!restrictions.methods.isEmpty || !restrictions.networks.isEmpty) else {
            throw ValidationError("Give --method or --from, or --none.")
        }
    }

    func run() async throws {
        let restrictions = try restrictions.restrictions()
        let configuration = try await data.configuration()
        let changed = try await Installation.useProject(configuration) {
            try await $0.serviceAccess.updateAPIKey(key, of: configuration.project) { $0.restrictions = restrictions }
        }
        let words = changed.restrictions.isEmpty ? "unrestricted" : "restricted to \(changed.restrictions.words)"
        print("API key \(Table.printable(key)) of project \(configuration.project) is \(words).")
    }
}

extension APIKeyRestrictions {
    /// The restrictions in one line; empty for none.
    var words: String {
        let parts = [methods.joined(separator: " "), networks.isEmpty ? "" : "from " + networks.joined(separator: " ")]
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
