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
        guard answers.sendsMail else { return }
        for name in ["smtp.host", "smtp.port", "smtp.security", "smtp.username", "smtp.password", "mail.from"] {
            set(name, answers[name])
        }
    }

    /// The values as flags would have them.
    var flags: [String: String] { Dictionary(settings.map { ($0.name, $0.text) }) { first, _ in first } }

    /// The configuration file.
    var file: String {
        var groups: [(name: String, members: [(name: String, text: String)])] = []
        for (name, text) in settings {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 2, let index = groups.firstIndex(where: { $0.name == parts[0] }) {
                groups[index].members.append((parts[1], json(name, text)))
            } else {
                groups.append((parts[0], [(parts.count == 2 ? parts[1] : "", json(name, text))]))
            }
        }
        let lines = groups.map { group in
            guard group.members[0].name.isEmpty else {
                let members = group.members.map { "    \(JSONValue.string($0.name).text): \($0.text)" }
                return "  \(JSONValue.string(group.name).text): {\n\(members.joined(separator: ",\n"))\n  }"
            }
            return "  \(JSONValue.string(group.name).text): \(group.members[0].text)"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }

    private func json(_ name: String, _ text: String) -> String {
        switch Settings.list.first(where: { $0.about.name == name })?.about.kind {
        case .flag?, .truth?, .number?: text
        case .list?: "[" + CommaList.items(text).map { JSONValue.string($0).text }.joined(separator: ", ") + "]"
        case .text?, nil: JSONValue.string(text).text
        }
    }
}

/// The numbered list of what is left to do, with exact commands.
struct InitSteps {
    let layout: ServiceLayout
    let answers: InitAnswers
    /// True if the unit is in its place.
    let isInstalled: Bool
    /// True if systemd has started the service.
    let isStarted: Bool
    /// True if the service's user exists.
    let hasUser: Bool

    private var config: String { "--config \(layout.configFile)" }
    private var vincula: String { (answers.isRoot ? "sudo -u \(layout.user) " : "") + layout.executable }

    var text: String {
        steps.enumerated().map { index, step in
            "\(index + 1). \(step.words)" + step.commands.map { "\n     \($0)" }.joined()
        }.joined(separator: "\n")
    }

    private var steps: [(words: String, commands: [String])] {
        var steps: [(words: String, commands: [String])] = []
        let print = "\(answers.isRoot ? "sudo " : "")\(layout.executable) init --print"
        if !isStarted {
            if isInstalled {
                steps.append(("Start the service:", ["sudo systemctl daemon-reload", "sudo systemctl enable --now vincula"]))
            } else {
                var commands: [String] = []
                if answers.isRoot, !hasUser {
                    commands.append(
                        "sudo useradd --system --home-dir \(layout.dataFolder) --shell /usr/sbin/nologin \(layout.user)")
                    commands.append("sudo chown -R \(layout.user): \(layout.dataFolder) \(layout.configFile)")
                }
                commands.append("\(print) unit \(config) | sudo tee /etc/systemd/system/vincula.service")
                commands.append("sudo systemctl daemon-reload && sudo systemctl enable --now vincula")
                commands.append("\(vincula) serve \(config)   # instead, to try it in this terminal")
                steps.append(("Start the server, as a service:", commands))
            }
        }
        switch answers.front {
        case .nginx:
            steps.append(
                (
                    "Put nginx in front of it, with a certificate for \(layout.host):",
                    [
                        "\(print) nginx \(config) | sudo tee /etc/nginx/conf.d/vincula.conf",
                        "sudo nginx -t && sudo nginx -s reload",
                    ]
                ))
        case .caddy:
            steps.append(
                (
                    "Put Caddy in front of it, which gets a certificate for \(layout.host) itself:",
                    ["\(print) caddy \(config) | sudo tee -a /etc/caddy/Caddyfile", "sudo systemctl reload caddy"]
                ))
        case .proxy:
            steps.append(
                (
                    "Have the proxy pass on the Host, and set X-Forwarded-For to the client's address. Its target:",
                    ["http://\(layout.listen)"]
                ))
        case .files:
            steps.append(
                (
                    "Let user \(layout.user) read the certificate and its key:",
                    [answers["tls.certificateFile"], answers["tls.keyFile"]].compactMap { $0 }.map {
                        "sudo -u \(layout.user) test -r \($0)"
                    }
                ))
        case .acme: steps.append(("Have \(layout.host) lead to this machine, and let ports 80 and 443 through.", []))
        case .nothing: break
        }
        steps.append(("See whether anything is missing:", ["\(vincula) doctor \(config)"]))
        if answers.sendsMail {
            steps.append(("Send yourself a test mail:", ["\(vincula) email test you@\(answers.domain) \(config)"]))
        }
        steps.append(
            (
                "Add your app's host, and Google or another provider:",
                [
                    "\(vincula) config domains add app.example.com \(config)",
                    "\(vincula) config providers set google.com --client-id ID --secret \(config)",
                ]
            ))
        steps.append(
            (
                answers.usesPostgreSQL
                    ? "Keep a copy of the master key in another place, and back up the database with PostgreSQL's tools:"
                    : "Keep a copy of the master key in another place, and back up the data:",
                ["sudo cat \(layout.dataFolder)/master.key"]
                    + (answers.usesPostgreSQL ? [] : ["\(vincula) backup FILE \(config)"])
            ))
        return steps
    }
}
