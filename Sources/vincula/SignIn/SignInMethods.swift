import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula sign-in`
struct SignInMethods: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Shows a project's sign-in methods, and turns them on and off.",
        discussion: """
            In a new project, every method is off. A running server applies changes at once. Providers such as Google are on as \
            soon as they are configured: see Documentation/Guides/README.md.
            """,
        subcommands: [SignInList.self, SignInEnable.self, SignInDisable.self, SignInSAML.self], defaultSubcommand: SignInList.self
    )

    /// The command that turns a method on.
    static func enabling(_ method: SignInMethod, _ configuration: ServerConfiguration, project: String? = nil) -> String {
        "vincula sign-in enable \(method.rawValue) --project \(project ?? configuration.project)"
            + configuration.home.option
    }

    /// The warning about a project that nobody can sign in to.
    static func nobodyCanSignIn(to project: String, _ configuration: ServerConfiguration) -> String {
        "Nobody can sign in to project \(project): every method is off. "
            + "Turn one on: \(enabling(.email, configuration, project: project))"
    }
}

/// A sign-in method that a project can turn on and off.
enum SignInMethod: String, CaseIterable {
    /// Email and password.
    case email
    /// A mailed link instead of a password.
    case emailLink = "email-link"
    case anonymous
    /// A code by text message.
    case phone

    func isOn(in settings: ProjectSettings) -> Bool {
        switch self {
        case .email: settings.emailEnabled
        case .emailLink: settings.emailLinkEnabled
        case .anonymous: settings.anonymousEnabled
        case .phone: settings.phone.isEnabled
        }
    }

    /// Turns the method on or off. Mailed links need email to be on; turning email off turns them off, too.
    func set(_ isOn: Bool, in settings: inout ProjectSettings) {
        switch self {
        case .email: settings.emailEnabled = isOn
        case .emailLink:
            settings.passwordRequired = !isOn
            if isOn { settings.emailEnabled = true }
        case .anonymous: settings.anonymousEnabled = isOn
        case .phone: settings.phone.isEnabled = isOn
        }
    }

    /// Returns the method of a name that was typed.
    ///
    /// - Throws: `ValidationError` that names the nearest method.
    static func named(_ name: String) throws -> SignInMethod {
        if let method = SignInMethod(rawValue: name) { return method }
        let names = allCases.map(\.rawValue)
        // A provider has a switch, too, but not here.
        let hint =
            ProviderID.builtIn.contains(ProviderID(name))
            ? "Providers have theirs in vincula config enable."
            : NearestName.of(name, among: names).map { "Did you mean \($0)?" } ?? "There are \(names.joined(separator: ", "))."
        throw ValidationError("Unknown sign-in method \(Table.printable(String(name.prefix(60)))). \(hint)")
    }

    /// The method in words.
    var words: String {
        switch self {
        case .email: "email and password"
        case .emailLink: "an emailed link, without a password"
        case .anonymous: "anonymous, without a credential"
        case .phone: "a code by text message"
        }
    }
}

/// `vincula sign-in list`
struct SignInList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the methods and whether they are on.")

    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        let project = configuration.project
        let (settings, isOpen, providers) = try await Installation.useProject(configuration) { engine in
            let scope = ProjectScope(project: project)
            let openID = try await engine.projects.openIDProviders(in: scope).map { ($0.id, $0.isEnabled) }
            let own = try await engine.projects.supportedProviders(in: scope).map { ($0.id, $0.isEnabled) }
            let others = engine.serverProviders.subtracting(own.map(\.0)).map { ($0, true) }
            return (
                try await engine.projects.settings(of: project), try await engine.projects.hasWayIn(to: project),
                (own + others + openID).sorted { $0.0.value < $1.0.value }
            )
        }
        var table = Table(headings: ["METHOD", "STATE", "DESCRIPTION"])
        table.rows =
            SignInMethod.allCases.map { [$0.rawValue, $0.isOn(in: settings) ? "on" : "off", $0.words] }
            + providers.map { [$0.0.value, $0.1 ? "on" : "off", "identity provider"] }
        print(table.text())
        if !isOpen { print("\n" + SignInMethods.nobodyCanSignIn(to: project, configuration)) }
    }
}

/// `vincula sign-in enable`
struct SignInEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turns a method on.")

    @Argument(
        help: "email, email-link, anonymous or phone.", completion: .list(SignInMethod.allCases.map(\.rawValue)),
        transform: SignInMethod.named)
    var method: SignInMethod
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws { try await method.set(true, try await data.configuration()) }
}

/// `vincula sign-in disable`
struct SignInDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turns a method off; accounts and sessions are kept.")

    @Argument(
        help: "email, email-link, anonymous or phone.", completion: .list(SignInMethod.allCases.map(\.rawValue)),
        transform: SignInMethod.named)
    var method: SignInMethod
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws { try await method.set(false, try await data.configuration()) }
}

extension SignInMethod {
    /// Turns the method on or off in the project, and says so.
    func set(_ isOn: Bool, _ configuration: ServerConfiguration) async throws {
        let project = configuration.project
        let (before, after) = try await Installation.useProject(configuration) { engine in
            let before = try await engine.projects.settings(of: project)
            return (before, try await engine.projects.updateSettings(of: project) { set(isOn, in: &$0) })
        }
        for method in SignInMethod.allCases where method == self || method.isOn(in: before) != method.isOn(in: after) {
            print("\(method.rawValue) is \(method.isOn(in: after) ? "on" : "off") in project \(project).")
        }
        if self == .phone, isOn, after.phone.regions == .off {
            print("No text message is sent yet: say to which countries, as in vincula sms regions --only ES,IT.")
        }
    }
}
