import ArgumentParser

/// `vincula users`
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows, creates, changes and deletes accounts.",
        subcommands: [
            UsersList.self, UsersShow.self, UsersCreate.self, UsersUpdate.self, UsersSetPassword.self, UsersClaims.self,
            UsersLink.self, UsersUnlink.self, UsersFactors.self, UsersRemoveFactor.self, UsersDisable.self,
            UsersEnable.self, UsersSessions.self, UsersRevoke.self, UsersDelete.self, ImportCommand.self, ExportCommand.self,
        ],
        defaultSubcommand: UsersList.self)
}

/// The argument that names an account: its id, email or phone number.
struct AccountArgument: ParsableArguments {
    @Argument(help: "The account's id, email or phone number.")
    var account: String
    @OptionGroup var tenant: TenantFlag
}
