import ArgumentParser
import Foundation
import VinculaEngine

/// `vincula users revoke`
struct UsersRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Ends all sessions of an account.",
        discussion: """
            Devices are signed out when they next renew their tokens. Backends that verify ID tokens themselves accept them \
            until they expire, for an hour at most.
            """)

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let account = try await argument.update(data) { _ in
            var update = AccountUpdate()
            update.validSince = Int64(Date.now.timeIntervalSince1970)
            return update
        }
        print("Ended all sessions of account \(account.title).")
    }
}
