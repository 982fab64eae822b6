import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula users set-password`
struct UsersSetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password", abstract: "Sets an account's password, and ends all its sessions.",
        discussion: """
            Asks for the password, or reads one line from standard input: an argument would stay in the shell's history and \
            is seen by all users of the machine.
            """)

    @OptionGroup var argument: AccountArgument
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let password = try NewPassword.read()
        let account = try await argument.update(data) { _ in
            var update = AccountUpdate()
            update.password = password
            return update
        }
        print("Set the password of account \(account.title).")
    }
}

/// A password from a terminal, or from another program.
enum NewPassword {
    /// Asks twice on a terminal, without showing what is typed; otherwise reads a line.
    ///
    /// - Throws: ``ConfigurationError``.
    static func read() throws -> String {
        let password: String?
        if isatty(STDIN_FILENO) == 1 {
            password = try hidden("New password: ")
            guard try hidden("Again: ") == password else {
                throw ConfigurationError(description: "The two passwords differ. Nothing was changed.")
            }
        } else {
            password = readLine(strippingNewline: true)
        }
        guard let password, !password.isEmpty else { throw ConfigurationError(description: "There is no password.") }
        return password
    }

    /// Asks on a terminal, without showing what is typed.
    ///
    /// - Throws: ``ConfigurationError``.
    static func hidden(_ prompt: String) throws -> String? {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else {
            throw ConfigurationError(description: "This terminal cannot hide what is typed. Pipe the password in instead.")
        }
        var quiet = shown
        quiet.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0 else {
            throw ConfigurationError(description: "This terminal cannot hide what is typed. Pipe the password in instead.")
        }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            StandardError.print("")
        }
        FileHandle.standardError.write(Data(prompt.utf8))
        return readLine(strippingNewline: true)
    }
}
