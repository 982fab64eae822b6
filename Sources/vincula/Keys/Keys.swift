import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula keys`
struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and rotates the keys that sign tokens, and rotates the master key.",
        subcommands: [KeysList.self, KeysRotate.self, KeysRotateMaster.self], defaultSubcommand: KeysList.self)

    static func table(_ keys: [SigningKeyStatus]) -> String {
        var table = Table(headings: ["KEY", "SIGNS", "WITH", "STATE", "SINCE", "UNTIL"])
        table.rows = keys.map { key in
            let purpose =
                switch key.purpose {
                case .idToken: "ID tokens"
                case .sessionCookie: "session cookies"
                }
            return [
                key.id, purpose, key.algorithm.rawValue, key.state.rawValue, key.activeFrom?.short ?? "not yet",
                key.retiredAt?.short ?? "",
            ]
        }
        return table.text()
    }
}

/// `vincula keys list`
struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the signing keys, newest last.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let installation = try await Installation.open(try await data.configuration(), creates: false)
        print(Keys.table(try await installation.engine.signingKeys.status()))
        try await installation.close()
    }
}

/// `vincula keys rotate`
struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Rotates the signing keys: the next key takes over.",
        discussion: """
            Backends cache the published keys for an hour. The next key therefore starts to sign once all of them must have \
            fetched it: at once if it was published at least two hours ago, otherwise two hours after it was published. Tokens \
            signed by the old key stay valid until they expire. A running server notices within a second. If a key leaked, use \
            --revoke-old.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @Flag(help: "Sign with the next key at once; backends that cached the keys reject new tokens for up to an hour.")
    var now = false

    @Flag(help: "For leaked keys: sign with the next key at once and drop all others, which invalidates their ID tokens.")
    var revokeOld = false

    func run() async throws {
        let installation = try await Installation.open(try await data.configuration(), creates: false)
        let keys = try await installation.engine.signingKeys.rotate(immediately: now, revokingOld: revokeOld)
        print(Keys.table(keys))
        for key in keys where key.state == .next && key.purpose == .idToken {
            if let from = key.activeFrom { print("\nKey \(key.id) is published now and will sign ID tokens from \(from.short).") }
        }
        try await installation.close()
    }
}
