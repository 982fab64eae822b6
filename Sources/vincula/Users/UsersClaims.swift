import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users claims`
struct UsersClaims: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claims", abstract: "Shows, sets or removes an account's custom claims.",
        discussion: """
            They are in ID tokens from the next one on, within an hour.

              vincula users claims ana@example.com
              vincula users claims ana@example.com --set '{"admin":true}'
            """)

    @OptionGroup var argument: AccountArgument
    @Option(help: "The new claims, a JSON object; it replaces all earlier ones.") var set: String?
    @Flag(help: "Remove all claims.") var remove = false
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard !remove || set == nil else { throw ValidationError("Pass either --set or --remove.") }
        if set?.isEmpty == true { throw ValidationError("--set is empty; --remove removes the claims.") }
    }

    func run() async throws {
        if let claims = remove ? "" : set {
            let account = try await argument.update(data) { _ in
                var update = AccountUpdate()
                update.customClaims = claims
                return update
            }
            print("\(remove ? "Removed" : "Set") the claims of account \(account.title).")
            return
        }
        let configuration = try await data.configuration()
        let scope = try argument.tenant.scope(configuration)
        let account = try await Installation.useProject(configuration) { engine in
            try await engine.accounts.account(named: argument.account, in: scope)
        }
        print(account.customClaims?.text ?? "{}")
    }
}
