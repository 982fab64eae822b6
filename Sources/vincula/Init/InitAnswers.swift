import Foundation
import VinculaCore
import VinculaServer

/// What `vincula init` has been told so far: values by the names of settings, and by ``InitQuestion/Topic`` for the rest.
struct InitAnswers: Hashable, Codable {
    private(set) var values: [String: String] = [:]
    /// The settings in the environment that no question is about.
    private(set) var others: [String: String] = [:]
    /// The variables that gave ``values``, by the names of the values.
    private(set) var variables: [String: String] = [:]
    /// Indicates whether root runs the command.
    var isRoot = false
    /// The computer's own name.
    var machine = ""

    subscript(_ name: String) -> String? {
        get { values[name] }
        set {
            values[name] = newValue
            variables[name] = nil
        }
    }

    /// Replaces an answer with the same one in another form.
    mutating func note(_ text: String, for name: String) { values[name] = text }

    /// Takes a setting from the environment.
    ///
    /// - Parameter isQuestion: `false` for a setting that no question is about.
    mutating func take(_ setting: SettingDescription, _ value: String, isQuestion: Bool) {
        variables[setting.name] = setting.environmentName
        if isQuestion { values[setting.name] = value } else { others[setting.name] = value }
    }

    /// The answers that decide what is set up, wherever they came from.
    var essence: [String: String] { values.filter { !$0.value.isEmpty }.merging(others) { first, _ in first } }

    /// The variables that the configuration file takes the place of, sorted.
    var usedVariables: [String] {
        variables.filter { !(values[$0.key] ?? others[$0.key] ?? "").isEmpty }.map(\.value).sorted()
    }

    private var address: URL? { values["publicUrl"].flatMap { URL(string: $0) } }
    /// The host of the public address.
    var host: String { address?.host(percentEncoded: false) ?? "" }
    var isPlain: Bool { address?.scheme == "http" }
    /// The port of the public address.
    var port: Int { address?.port ?? (isPlain ? 80 : 443) }
    /// The domain that the host belongs to; `nil` for an address, and for a name that is in no domain.
    var domain: String? {
        let labels = host.split(separator: ".")
        guard labels.count > 1, !HostRule.isAddress(host) else { return nil }
        return labels.count > 2 ? labels.dropFirst().joined(separator: ".") : host
    }

    /// Returns the proposal for an email address; empty where the domain is not known.
    func proposal(_ name: String) -> String { domain.map { "\(name)@\($0)" } ?? "" }

    /// What terminates TLS.
    var front: InitFront { isPlain ? .nothing : values[InitQuestion.Topic.front].flatMap(InitFront.init(rawValue:)) ?? .nginx }
    /// What terminates TLS, in words.
    var frontWords: String {
        front == .nothing
            ? "the public address begins with http://, so there is no TLS" : "TLS is terminated by \(front.rawValue) (--tls-by)"
    }
    var sendsMail: Bool { !(values["smtp.host"] ?? "").isEmpty }
    var usesPostgreSQL: Bool { values[InitQuestion.Topic.store] == "postgresql" }
    var methods: [SignInMethod] {
        CommaList.words(values[InitQuestion.Topic.methods] ?? "").compactMap(SignInMethod.init(rawValue:))
    }
    /// Indicates whether the master key is a setting, and not a file in the data folder.
    var hasMasterKey: Bool { others[Settings.name(\.masterKey)] != nil }
    /// The hosts of the project's apps.
    var domains: [String] { CommaList.items(values[InitQuestion.Topic.domains] ?? "") }
    /// The address to which Google sends people back.
    var googleRedirect: String {
        FlowCallback.url(of: .google, in: ProjectScope(project: values["project"] ?? ""), server: values["publicUrl"] ?? "")
    }
    var usesGoogle: Bool { !(values[InitQuestion.Topic.googleClientID] ?? "").isEmpty }
}

/// What terminates TLS in front of, or in, the server.
enum InitFront: String, CaseIterable {
    case nginx, caddy
    /// Another proxy.
    case proxy
    /// The server, with certificate files.
    case files
    /// The server, with certificates that it gets itself.
    case acme
    /// Nothing: the address is plain http on this machine.
    case nothing = "none"

    var isProxy: Bool { [.nginx, .caddy, .proxy].contains(self) }

    /// The answers that can be given.
    static let choices = allCases.filter { $0 != .nothing }
}
