import Foundation
import VinculaCore

/// What `vincula init` makes of the answers.
struct InitPlan {
    /// The settings in the order of the configuration file, by name.
    private(set) var settings: [(name: String, text: String)] = []

    init(_ answers: InitAnswers) {
        func set(_ name: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            settings.append((name, text))
        }
        set("data", answers["data"].map { URL(filePath: $0).path })
        set("database", answers.usesPostgreSQL ? answers["database"] : nil)
        set("project", answers["project"])
        set("publicUrl", answers["publicUrl"])
        let listen =
            switch answers.front {
            case .nginx, .caddy, .proxy: "127.0.0.1:9099"
            case .files: "0.0.0.0:\(answers.port)"
            // Its default is port 443 of all addresses.
            case .acme: answers.port == 443 ? "" : "0.0.0.0:\(answers.port)"
            case .nothing: ListenAddress(host: answers.host, port: answers.port).description
            }
        set("listen", answers["listen"] ?? listen)
        set("adminListen", answers["adminListen"] ?? "127.0.0.1:9098")
        if answers.front.isProxy {
            set("behindProxy", "true")
            set("proxies", answers["proxies"] ?? "loopback")
        }
        if answers.front == .files {
            set("tls.certificateFile", answers["tls.certificateFile"])
            set("tls.keyFile", answers["tls.keyFile"])
        }
        if answers.front == .acme { set("tls.acme", answers["tls.acme"]) }
        if answers.sendsMail {
            for name in ["smtp.host", "smtp.port", "smtp.security", "smtp.username", "smtp.password", "mail.from"] {
                set(name, answers[name])
            }
        }
        let known = Set(settings.map(\.name))
        // In the order of the help.
        for name in Settings.list.map(\.about.name) where !known.contains(name) { set(name, answers.others[name]) }
    }

    /// The values as flags would have them.
    var flags: [String: String] { Dictionary(settings.map { ($0.name, $0.text) }) { first, _ in first } }

    /// The configuration file.
    var file: String { SettingsFile(settings).text }
}
