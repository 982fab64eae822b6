import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users create`
struct UsersCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates an account, and prints its id.",
        discussion: """
            Without --password the account has none: its owner sets one with a password reset, or signs in in another way.

              vincula users create --email ana@example.com --email-verified --name Ana
            """)

    @Option(help: "The id; random if left out.") var id: String?
    @OptionGroup var profile: ProfileFlags
    @Flag(help: "Ask for a password, or read one line from standard input.") var password = false
    @Flag(help: "Create the account disabled.") var disabled = false
    @OptionGroup var tenant: TenantFlag
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let scope = try tenant.scope(configuration)
        var new = NewAccount()
        new.id = id
        new.email = profile.email
        new.emailVerified = profile.emailVerified ?? false
        new.displayName = profile.name
        new.photoURL = profile.photo
        new.phoneNumber = profile.phone
        new.isDisabled = disabled
        if password { new.password = try NewPassword.read() }
        let account = try await Installation.useProject(configuration) { [new] engine in
            try await AccountRefusal.described {
                try await engine.accounts.createAccount(new, in: scope)
            }
        }
        print(account.id.value)
        StandardError.print("Created an account in \(tenant.words(configuration)).")
    }
}

/// What an account says about its person.
struct ProfileFlags: ParsableArguments {
    @Option(help: "The email address.") var email: String?
    @Flag(inversion: .prefixedNo, help: "Whether the email counts as verified: its owner can then sign in with mailed links.")
    var emailVerified: Bool?
    @Option(help: "The name.") var name: String?
    @Option(help: "The address of a photo.") var photo: String?
    @Option(help: "The phone number, as in +15550100001, with which the person can sign in (not in a tenant).") var phone: String?

    func validate() throws {
        for (flag, value) in [("--email", email), ("--name", name), ("--photo", photo), ("--phone", phone)]
        where value?.isEmpty == true {
            throw ValidationError("\(flag) is empty.")
        }
    }

    /// `true` if nothing was given.
    var isEmpty: Bool { email == nil && emailVerified == nil && name == nil && photo == nil && phone == nil }
}
