import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users factors`
struct UsersFactors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "factors", abstract: "Lists the second factors of an account.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = try argument.tenant.scope(configuration)
        let account = try await installation.engine.accounts.account(named: argument.account, in: scope)
        if account.secondFactors.isEmpty {
            print("Account \(account.fullName) has no second factors.")
        } else {
            var table = Table(headings: ["ID", "KIND", "NAME", "NUMBER", "SINCE"])
            table.rows = account.secondFactors.map {
                [$0.id.value, $0.kind, $0.displayName ?? "", $0.phone?.value ?? "", $0.enrolledAt.short]
            }
            // The ids are copied from here.
            print(table.text(widest: 128))
        }
        try await installation.close()
    }
}

extension SecondFactor {
    /// The kind, in words.
    var kind: String { phone == nil ? "authenticator app" : "phone" }
}

extension Account {
    /// The id, and the email if there is one.
    var fullName: String { [id.value, email?.value].compactMap(\.self).joined(separator: ", ") }
}
