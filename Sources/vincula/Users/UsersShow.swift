import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users show`
struct UsersShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one account.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = try argument.tenant.scope(configuration)
        let account = try await installation.engine.accounts.account(named: argument.account, in: scope)
        var table = Table(headings: ["Account", account.id.value])
        table.rows = try await facts(account, store: installation.store)
        print(table.text(widest: 100))
        try await installation.close()
    }

    private func facts(_ account: Account, store: any Store) async throws -> [[String]] {
        var rows: [[String]] = []
        func add(_ name: String, _ value: String?) { if let value { rows.append([name, value]) } }
        add("Email", account.email.map { "\($0.value) (\(account.emailVerified ? "verified" : "not verified"))" })
        add("Phone", account.phone?.value)
        add("Name", account.displayName)
        add("Photo", account.photoURL)
        add("Password", account.password.map { "set \($0.updatedAt.short)" })
        add("Emailed links", account.hasEmailLink ? "used to sign in" : nil)
        for identity in account.federatedIdentities {
            let email = identity.email.map { " (\($0.value))" } ?? ""
            add(identity.key.provider.value, identity.key.subject + email)
        }
        for factor in account.secondFactors {
            let name = factor.displayName ?? factor.phone?.value ?? "authenticator app"
            add("Second factor", "\(name), since \(factor.enrolledAt.short)")
        }
        if let set = account.recoveryCodes {
            let left = try await store.read { try $0.recoveryCodesLeft(ofSet: set.id) }
            add("Recovery codes", "\(left) left, made \(set.createdAt.short)")
        }
        add("Claims", account.customClaims?.text)
        add("State", account.isDisabled ? "disabled" : "enabled")
        add("Created", account.createdAt.short)
        add("Last sign-in", account.lastSignInAt?.short)
        add("Sessions since", account.validSince.map { Timestamp(seconds: $0).short })
        return rows
    }
}
