import ArgumentParser
import VinculaEngine

/// `vincula users disable`
struct UsersDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disables an account: it cannot be signed in to, and its sessions end.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let account = try await argument.update(data) { _ in
            var update = AccountUpdate()
            update.isDisabled = true
            return update
        }
        print("Disabled account \(account.title).")
    }
}

/// `vincula users enable`
struct UsersEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enables a disabled account; its person has to sign in again.")

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let account = try await argument.update(data) { _ in
            var update = AccountUpdate()
            update.isDisabled = false
            return update
        }
        print("Enabled account \(account.title).")
    }
}
