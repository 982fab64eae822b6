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

    /// The reason why a path cannot be in a unit; `nil` if it can.
    static func fault(ofPath path: String) -> String? {
        let isPlain = path.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x2D, 0x2E, 0x2F, 0x5F, 0x40].contains($0)
        }
        return isPlain ? nil : "The path may have letters, digits and . _ - / @ only, so that it can be in a systemd unit."
    }

    /// The sandboxed systemd unit: the one of the package, with this installation's paths.
    var unit: String {
        var text = String(decoding: PackageResources.vincula_service, as: UTF8.self)
        let folder = URL(filePath: configFile).deletingLastPathComponent().path
        for (packaged, own) in [
            ("/etc/vincula/vincula.json", configFile), ("/etc/vincula/", folder == "/" ? "/" : folder + "/"),
            ("/usr/bin/vincula", executable), ("\nUser=vincula\nGroup=vincula\n", userLines),
        ] { text = text.replacing(packaged, with: own) }
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

    private var userLines: String {
        user == "vincula" ? "\nUser=vincula\nGroup=vincula\n" : "\nUser=\(user)\n"
    }

    /// The server for nginx.
    var nginx: String {
        """
        server {
            listen 443 ssl;
            server_name \(host);
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
        \(host) {
            reverse_proxy \(listen)
        }

        """
    }
}
