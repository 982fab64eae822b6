import Foundation

/// The places and addresses of an installation, from which its systemd unit and its proxy's configuration are made.
struct ServiceLayout: Hashable {
    var configFile: String
    var dataFolder: String
    /// The path of the command.
    var executable: String
    /// The user that the service runs as.
    var user: String
    /// True if the server listens on a port below 1024.
    var hasLowPort: Bool
    /// The address that the server listens on.
    var listen: ListenAddress
    /// The host of the public address.
    var host: String
    /// The port of the public address.
    var publicPort = 443

    /// The reason why a path cannot be in a unit; `nil` if it can.
    static func fault(ofPath path: String) -> String? {
        isPlain(path, besides: "._-/@")
            ? nil : "The path may have letters, digits and . _ - / @ only, so that it can be in a systemd unit."
    }

    /// The reason why a host cannot be in a proxy's configuration; `nil` if it can.
    static func fault(ofHost host: String) -> String? {
        !host.isEmpty && host.utf8.count <= 253 && isPlain(host, besides: ".-:")
            ? nil
            : "Its host may have letters, digits, dots and hyphens only; international names are written as xn--…, such as "
                + "xn--bcher-kva.example."
    }

    /// The reason why a user cannot be in a unit; `nil` if it can.
    static func fault(ofUser user: String) -> String? {
        let isName = (1...31).contains(user.utf8.count) && isPlain(user, besides: "._-")
        let first = user.utf8.first ?? 0x2D
        return isName && (first == 0x5F || (0x61...0x7A).contains(first | 0x20))
            ? nil
            : "The name of a user has up to 31 letters, digits and . _ - and begins with a letter or _."
    }

    private static func isPlain(_ text: String, besides others: String) -> Bool {
        text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || byte < 0x80 && (0x61...0x7A).contains(byte | 0x20) || others.utf8.contains(byte)
        }
    }

    /// Checks everything that becomes part of a unit, of a proxy's configuration or of a command to copy.
    ///
    /// - Throws: ``ConfigurationError``.
    func check() throws {
        for (name, fault) in [
            ("--config", Self.fault(ofPath: configFile)), ("data (\(dataFolder))", Self.fault(ofPath: dataFolder)),
            ("The command's own path (\(executable))", Self.fault(ofPath: executable)), ("--user", Self.fault(ofUser: user)),
            ("publicUrl", Self.fault(ofHost: host)), ("listen", Self.fault(ofHost: listen.host)),
        ] {
            if let fault { throw ConfigurationError(description: "\(Table.printable(name)): \(fault)") }
        }
    }

    /// The sandboxed systemd unit: the one of the package, with this installation's paths.
    var unit: String {
        let folder = URL(filePath: configFile).deletingLastPathComponent().path
        var text = Self.replacing(
            [
                ("/etc/vincula/vincula.json", configFile), ("/etc/vincula/", folder == "/" ? "/" : folder + "/"),
                ("/usr/bin/vincula", executable), ("\nUser=vincula\nGroup=vincula\n", userLines),
            ], in: String(decoding: PackageResources.vincula_service, as: UTF8.self))
        if dataFolder != "/var/lib/vincula" {
            text = text.replacing(
                "StateDirectory=vincula\nStateDirectoryMode=0700\n", with: "ReadWritePaths=\(dataFolder)\n")
        }
        if !hasLowPort {
            text = text.replacing(
                """
                # For ports below 1024, if the server terminates TLS itself.
                AmbientCapabilities=CAP_NET_BIND_SERVICE
                CapabilityBoundingSet=CAP_NET_BIND_SERVICE

                """, with: "CapabilityBoundingSet=\n")
        }
        let paths = [configFile, dataFolder, executable]
        func isBelow(_ folders: [String]) -> Bool { paths.contains { path in folders.contains { path.hasPrefix($0) } } }
        if isBelow(["/home/", "/root/", "/run/user/"]) {
            text = text.replacing("ProtectHome=yes\n", with: "ProtectHome=read-only\n")
        }
        if isBelow(["/tmp/", "/var/tmp/"]) { text = text.replacing("PrivateTmp=yes\n", with: "PrivateTmp=no\n") }
        return text
    }

    /// Replaces texts all at once: an installation's own path may contain one of the package's.
    ///
    /// - Parameter pairs: Each text with what takes its place; of two that begin at the same character, the first counts.
    private static func replacing(_ pairs: [(packaged: String, own: String)], in text: String) -> String {
        var (result, rest) = ("", text[...])
        while true {
            let found = pairs.compactMap { pair in rest.firstRange(of: pair.packaged).map { (range: $0, own: pair.own) } }
            guard let next = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return result + rest }
            result += rest[..<next.range.lowerBound] + next.own
            rest = rest[next.range.upperBound...]
        }
    }

    private var userLines: String {
        user == "vincula" ? "\nUser=vincula\nGroup=vincula\n" : "\nUser=\(user)\n"
    }

    /// The host as in a URL.
    private var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The server for nginx.
    var nginx: String {
        """
        server {
            listen \(publicPort) ssl;
            server_name \(urlHost);
            ssl_certificate     /etc/letsencrypt/live/\(host)/fullchain.pem;
            ssl_certificate_key /etc/letsencrypt/live/\(host)/privkey.pem;

            location / {
                proxy_pass http://\(listen);
                proxy_http_version 1.1;
                proxy_set_header Connection "";
                proxy_set_header Host $host;
                proxy_set_header X-Forwarded-For $remote_addr;
            }
        }

        """
    }

    /// The site for Caddy.
    var caddy: String {
        """
        \(urlHost)\(publicPort == 443 ? "" : ":\(publicPort)") {
            reverse_proxy \(listen)
        }

        """
    }
}
