import ArgumentParser

/// `vincula users`
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and deletes accounts, and removes lost second factors.",
        subcommands: [UsersList.self, UsersShow.self, UsersFactors.self, UsersRemoveFactor.self, UsersDelete.self],
        defaultSubcommand: UsersList.self)
}

/// The argument that names an account: its id, email or phone number.
struct AccountArgument: ParsableArguments {
    @Argument(help: "The account's id, email or phone number.")
    var account: String
}
