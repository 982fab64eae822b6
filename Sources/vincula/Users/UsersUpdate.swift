import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula users update`
struct UsersUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Changes an account's email, name, photo or phone number.",
        discussion: """
            A new email, and one that is removed, ends all sessions. The owner is told by mail. A password goes with the email \
            that it belongs to.
            """)

    /// A part of an account that can be removed.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case email, name, photo, phone, password
    }

    @OptionGroup var argument: AccountArgument
    @OptionGroup var profile: ProfileFlags
    @Option(help: "Remove email, name, photo, phone or password; can be repeated.") var remove: [Part] = []
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard !profile.isEmpty || !remove.isEmpty else { throw ValidationError("Nothing to change: pass --email, --name, ….") }
        for (part, value) in [
            (Part.email, profile.email), (.name, profile.name), (.photo, profile.photo), (.phone, profile.phone),
        ]
        where value != nil && remove.contains(part) {
            throw ValidationError("--\(part.rawValue) is both set and removed.")
        }
    }

    func run() async throws {
        var losesPassword = false
        let account = try await argument.update(data) { account in
            losesPassword = remove.contains(.email) && account.password != nil
            var update = AccountUpdate()
            update.email = profile.email
            update.emailVerified = profile.emailVerified
            update.displayName = profile.name
            update.photoURL = profile.photo
            update.phoneNumber = profile.phone
            for part in remove {
                switch part {
                case .email: update.deleteAttributes.append(.email)
                case .name: update.deleteAttributes.append(.displayName)
                case .photo: update.deleteAttributes.append(.photoURL)
                case .password: update.deleteAttributes.append(.password)
                case .phone: update.deleteProviders.append(.phone)
                }
            }
            return update
        }
        let lost = losesPassword && account.password == nil && !remove.contains(.password)
        print("Changed account \(account.title)." + (lost ? " Its password went with the email." : ""))
    }
}
