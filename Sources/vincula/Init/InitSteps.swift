import Foundation
import VinculaCore

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
    /// True if root is somebody who goes back to being another user.
    var isBySudo = ProcessInfo.processInfo.environment["SUDO_USER"]?.isEmpty == false

    private var config: String { "--config \(layout.configFile)" }
    /// Indicates whether root has what is set up, and nobody else.
    private var isRootsOwn: Bool { answers.isRoot && layout.user == "root" }
    /// What is before a command about files that only root, or the service's user, may read; nothing for those of the caller.
    private var sudo: String { answers.isRoot && !(isRootsOwn && !isBySudo) ? "sudo " : "" }
    private var vincula: String {
        (answers.isRoot && !isRootsOwn ? "sudo -u \(layout.user) " : sudo) + layout.executable
    }
    /// The reader's email address in commands.
    private var you: String { answers.proposal("you").isEmpty ? "you@example.com" : answers.proposal("you") }

    var text: String {
        steps.enumerated().map { index, step in
            "\(index + 1). \(step.words)" + step.commands.map { "\n     \($0)" }.joined()
        }.joined(separator: "\n")
    }

    private var steps: [(words: String, commands: [String])] {
        var steps: [(words: String, commands: [String])] = []
        let print = "\(sudo)\(layout.executable) init --print"
        if !isStarted {
            if isInstalled {
                steps.append(("Start the service:", ["sudo systemctl daemon-reload", "sudo systemctl enable --now vincula"]))
            } else {
                var commands: [String] = []
                if answers.isRoot, !hasUser {
                    commands.append(
                        "sudo useradd --system --user-group --home-dir \(layout.dataFolder) --shell /usr/sbin/nologin \(layout.user)"
                    )
                    commands.append("sudo chown -R \(layout.user): \(layout.dataFolder)")
                    commands.append("sudo chown root:\(layout.user) \(layout.configFile) && sudo chmod 640 \(layout.configFile)")
                }
                let user = layout.user == (answers.isRoot ? "vincula" : NSUserName()) ? "" : " --user \(layout.user)"
                commands.append("\(print) unit \(config)\(user) | sudo tee /etc/systemd/system/vincula.service")
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
            if isOutOfReach {
                steps.append(
                    (
                        """
                        The proxy is another machine, which cannot reach that address. Set listen in \(layout.configFile) to an \
                        address that only your own network reaches, and restart the server:
                        """,
                        ["\"listen\": \"10.0.0.4:\(layout.listen.port)\""]
                    ))
            }
        case .files:
            steps.append(
                (
                    "Let user \(layout.user) read the certificate and its key:",
                    [answers["tls.certificateFile"], answers["tls.keyFile"]].compactMap { $0 }.map {
                        (answers.isRoot && !isRootsOwn ? "sudo -u \(layout.user) " : "") + "test -r \($0)"
                    }
                ))
        case .acme: steps.append(("Point \(layout.host) at this machine in the DNS, and open ports 80 and 443.", []))
        case .nothing: break
        }
        steps.append(("See whether anything is missing:", ["\(vincula) doctor \(config)"]))
        if answers.sendsMail {
            steps.append(("Send yourself a test mail:", ["\(vincula) email test \(you) \(config)"]))
        }
        if answers.methods.contains(.phone) { steps.append(texts) }
        steps += [console] + providers + [copies]
        return steps
    }

    /// Indicates whether the server listens on this machine only, and a proxy is another one.
    private var isOutOfReach: Bool {
        let here = ["127.0.0.1", "::1", "localhost"]
        return here.contains(layout.listen.host)
            && CommaList.items(answers["proxies"] ?? "").contains { !(here + ["loopback"]).contains($0) && !$0.hasPrefix("127.") }
    }

    /// What signing in by phone needs besides.
    private var texts: (words: String, commands: [String]) {
        (
            """
            Name the gateway for text messages in \(layout.configFile): sms.gateway, sms.token and sms.from \
            (vincula serve --help), and restart the server. Then allow countries, and send yourself a test message:
            """,
            ["\(vincula) sms regions --only ES,PT \(config)", "\(vincula) sms test +34600123456 \(config)"]
        )
    }

    private var console: (words: String, commands: [String]) {
        let port = ListenAddress(answers["adminListen"] ?? "")?.port ?? 9098
        let invite = "\(vincula) operators invite \(you) --role owner \(config)"
        guard !answers.isPlain else { return ("Open the console by the link that this prints:", [invite]) }
        return (
            "Open the console: forward its port to your computer, then open the link that the second command prints:",
            ["ssh -L \(port):127.0.0.1:\(port) \(layout.host)", invite]
        )
    }

    private var providers: [(words: String, commands: [String])] {
        var steps: [(words: String, commands: [String])] = []
        if answers.usesGoogle {
            steps.append(("At Google's console, enter this redirect address of the client:", [answers.googleRedirect]))
        }
        let domains = answers.domains.isEmpty ? ["\(vincula) config domains add app.example.com \(config)"] : []
        let google =
            answers.usesGoogle ? [] : ["\(vincula) config providers set google.com --client-id ID --secret \(config)"]
        let words = [domains.isEmpty ? nil : "your app's host", google.isEmpty ? nil : "Google or another provider"]
        guard !(domains + google).isEmpty else { return steps }
        steps.append(("Add \(words.compactMap(\.self).joined(separator: ", and ")):", domains + google))
        return steps
    }

    /// The copies to keep.
    private var copies: (words: String, commands: [String]) {
        let key = answers.hasMasterKey ? "configuration file, which has the master key," : "master key"
        return (
            answers.usesPostgreSQL
                ? "Keep a copy of the \(key) in another place, and back up the database with PostgreSQL's tools:"
                : "Keep a copy of the \(key) in another place, and back up the data:",
            ["\(sudo)cat \(answers.hasMasterKey ? layout.configFile : layout.dataFolder + "/master.key")"]
                + (answers.usesPostgreSQL ? [] : ["\(vincula) backup FILE \(config)"])
        )
    }
}
