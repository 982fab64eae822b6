import LinkingApp

/// Reads commands, passes them to the view model, and shows its state: the terminal's counterpart of the iOS views.
@MainActor final class Session {
    let console: Console
    let viewModel: AuthenticationViewModel
    private let login: ProviderLogin
    let options: Options

    init(console: Console, viewModel: AuthenticationViewModel, login: ProviderLogin, options: Options) {
        self.console = console
        self.viewModel = viewModel
        self.login = login
        self.options = options
    }

    /// Runs until the person quits or the input ends.
    func run() async {
        if viewModel.user != nil { await viewModel.reload() }
        showOutcome()
        showMenu()
        while let line = console.askForCommand() {
            let words = Self.words(line)
            guard let word = words.first else { continue }
            let menu = Command.menu(for: viewModel)
            let numbered = Int(word).flatMap { menu.indices.contains($0 - 1) ? menu[$0 - 1] : nil }
            guard let command = numbered ?? Command(rawValue: word.lowercased()) else {
                console.repeatLine(word)
                console.write("Unknown command. `help` lists all commands.")
                continue
            }
            let arguments = Array(words.dropFirst())
            console.repeatLine(([word] + Self.masked(arguments, of: command)).joined(separator: " "))
            if let obstacle = command.obstacle(for: viewModel) {
                console.write("\(command.rawValue) is not available now: \(obstacle).")
                continue
            }
            if command == .quit { return }
            let before = menuState
            await perform(command, arguments)
            if menuState != before { showMenu() }
        }
    }

    // MARK: Commands

    private func perform(_ command: Command, _ arguments: [String]) async {
        login.arguments = arguments
        login.email = nil
        switch command {
        case .signUp:
            guard let (email, password) = emailAndPassword(arguments) else { return }
            await viewModel.createNewUser(email: email, password: password)
        case .signIn:
            guard let (email, password) = emailAndPassword(arguments) else { return }
            await viewModel.login(email: email, password: password)
        case .mailLink:
            guard let email = arguments.first ?? console.ask("Email: ") else { return }
            await viewModel.sendSignInMail(to: email)
            if viewModel.error == nil { showMailing(to: email) }
        case .openLink:
            guard let mailed = arguments.first ?? console.askSecretly("Link or code: ") else { return }
            var email = arguments.count > 1 ? arguments[1] : viewModel.mailedTo
            if email == nil { email = console.ask("Email: ") }
            guard let email else { return }
            await viewModel.openMail(mailed, email: email)
        case .facebook: await viewModel.loginFacebook()
        case .google: await viewModel.loginGoogle()
        case .recover:
            guard await recover(arguments) else { return }
        case .linkPassword:
            guard let (email, password) = emailAndPassword(arguments) else { return }
            login.arguments = []
            await viewModel.linkEmailAndPassword(email: email, password: password)
        case .phone, .linkPhone:
            guard await phone(arguments) else { return }
        case .secondFactor:
            guard await secondFactor(arguments) else { return }
        case .addFactor:
            guard await addFactor(arguments) else { return }
        case .removeFactor:
            guard await removeFactor(arguments) else { return }
        case .linkFacebook: await viewModel.linkFacebook()
        case .linkGoogle: await viewModel.linkGoogle()
        case .unlink:
            guard let account = wayIn(arguments, of: viewModel.linkedAccounts, "Which") else { return }
            if viewModel.canUnlink(account) {
                let given = arguments.count > 1 ? arguments[1] : nil
                let question = "You will no longer be able to sign in with \(account.title). Unlink it? Type yes: "
                guard (given ?? console.ask(question))?.lowercased() == "yes" else {
                    return console.write("\(account.title) stays linked.")
                }
            }
            await viewModel.unlink(account)
        case .refresh: await viewModel.reload()
        case .signOut: await viewModel.logout()
        case .delete:
            guard (arguments.first ?? console.ask("Delete the account? Type yes: "))?.lowercased() == "yes" else {
                return console.write("The account was not deleted.")
            }
            await viewModel.deleteUser()
        case .help: return showHelp()
        case .quit: return
        }
        showOutcome()
    }

    /// - Returns: True if anything was tried.
    private func recover(_ arguments: [String]) async -> Bool {
        guard let collision = viewModel.collision,
            let way = wayIn(arguments, of: collision.otherWays, "How did you sign in before")
        else { return false }
        login.arguments = []
        login.email = collision.email
        switch way {
        case .emailAndPassword:
            let given = arguments.count > 1 ? arguments[1] : nil
            guard let password = given ?? console.askSecretly("Password of \(collision.email): ") else { return false }
            await viewModel.recoverFromCollision(password: password)
        case .facebook: await viewModel.recoverFromCollisionWithFacebook()
        case .google: await viewModel.recoverFromCollisionWithGoogle()
        case .phone, .unknown: return false
        }
        return true
    }

    private func emailAndPassword(_ arguments: [String]) -> (email: String, password: String)? {
        guard let email = arguments.first ?? console.ask("Email: ") else { return nil }
        guard let password = arguments.count > 1 ? arguments[1] : console.askSecretly("Password: ") else { return nil }
        return (email, password)
    }

    private func wayIn(_ arguments: [String], of ways: [LinkedAccounts], _ question: String) -> LinkedAccounts? {
        let names = ways.filter { $0 != .unknown }.map(Self.name).joined(separator: ", ")
        guard let answer = arguments.first ?? console.ask("\(question): \(names)? ") else { return nil }
        if let way = ways.first(where: { Self.name($0) == answer.lowercased() }) { return way }
        console.write("\(answer.isEmpty ? "That" : answer) is not one of \(names).")
        return nil
    }

    /// Returns `password`, `facebook` or `google`.
    private static func name(_ account: LinkedAccounts) -> String { String(account.rawValue.prefix { $0 != "." }) }

    // MARK: Screen

    /// The state that the menu depends on.
    private var menuState: [String] {
        [viewModel.user?.id ?? "", viewModel.user?.phoneNumber ?? "", viewModel.collision?.email ?? ""]
            + viewModel.linkedAccounts.map(\.rawValue) + viewModel.secondFactors.map(\.id)
            + (viewModel.challenge?.factors.map(\.id) ?? [])
    }

    private func showMailing(to email: String) {
        console.write("An email was sent to \(email). Continue with open-link and its link or six digits.")
        if options.isDevelopment {
            console.write(
                "A development server without a mail server shows its emails here: \(options.server)/emulator/inbox")
        }
    }

    func showOutcome() {
        if viewModel.showAlert {
            viewModel.showAlert = false
            console.write(
                viewModel.isAccountLinked
                    ? "✅ Account linked." : "❌ The account was not linked. \(viewModel.messageError ?? "")")
        } else if let message = viewModel.messageError {
            console.write("❌ \(message)")
        }
        if case .serverUnreachable = viewModel.error {
            console.write(
                options.isDevelopment
                    ? "No server answers at \(options.server). Start one in another terminal, in Vincula's folder: make run"
                    : "No server answers at \(options.server). Check the address and the connection.")
        }
    }

    private func showMenu() {
        console.write()
        if let user = viewModel.user {
            let ways = viewModel.linkedAccounts.map(\.title).joined(separator: ", ")
            console.write("Signed in as \(user.title) (account \(user.id)). Sign-in methods: \(ways).")
            if !viewModel.secondFactors.isEmpty {
                console.write("Second factors: \(viewModel.secondFactors.map(\.title).joined(separator: ", ")).")
            }
        } else {
            console.write("Nobody is signed in.")
        }
        for (index, command) in Command.menu(for: viewModel).enumerated() {
            let line = "  \(index + 1)  \(Self.padded(command.rawValue, to: 15))\(command.summary)"
            if let obstacle = command.obstacle(for: viewModel) {
                console.write(console.dimmed("\(line) (\(obstacle))"))
            } else {
                console.write(line)
            }
        }
    }

    private func showHelp() {
        for command in Command.allCases {
            console.write("  \(Self.padded("\(command.rawValue) \(command.arguments)", to: 52))\(command.summary)")
        }
        console.write(
            "Missing arguments are asked for; passwords are not displayed. Quote arguments with spaces: \"correct horse\".")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    // MARK: Lines

    /// Splits a line into words; text in quotes is one word.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, word == nil, character == "\"" || character == "'" {
                quote = character
                word = ""
            } else if quote == nil, character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// Masks the password among the arguments.
    private static func masked(_ arguments: [String], of command: Command) -> [String] {
        switch command {
        case .signUp, .signIn, .linkPassword, .recover: arguments.prefix(1) + arguments.dropFirst().map { _ in "••••••••" }
        case .phone, .linkPhone, .secondFactor: arguments.prefix(1) + arguments.dropFirst().map { _ in "••••••••" }
        case .openLink: arguments.prefix(1).map { _ in "••••••••" } + arguments.dropFirst()
        default: arguments
        }
    }
}
