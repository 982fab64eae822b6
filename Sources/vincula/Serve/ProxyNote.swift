import Foundation
import VinculaCore

/// The file in which a running server tells `vincula doctor` that a proxy hides its clients' addresses.
///
/// Each server starts without it, because the proxy may have been fixed.
enum ProxyNote {
    private static func file(in directory: URL) -> URL { directory.appending(path: "proxy.note") }

    /// The problem, and how to fix it.
    static func words(_ fault: ProxyTrace.Fault, _ peer: ClientAddress) -> String {
        let effect = "so all its clients share the rate limits of one client, and the audit log names the proxy"
        switch fault {
        case .namesNoClient:
            return """
                The proxy at \(peer) does not send its clients' addresses, \(effect). Configure it to send X-Forwarded-For \
                (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), and list only proxies in `proxies`.
                """
        case .isNotTrusted:
            return """
                Requests come through a proxy at \(peer) that `proxies` does not list, \(effect). Add it (--proxies \
                \(peer.isLoopback ? "loopback" : "\(peer)")), and configure it to send X-Forwarded-For.
                """
        }
    }

    static func write(_ text: String, in directory: URL) throws {
        // Servers on PostgreSQL may have no folder yet.
        _ = try DataDirectory.prepared(directory)
        let line = "\(Date().formatted(.iso8601)) \(text)\n"
        let old = (try? String(contentsOf: file(in: directory), encoding: .utf8)) ?? ""
        try Data((old + line).utf8).write(to: file(in: directory), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file(in: directory).path)
    }

    static func remove(from directory: URL) { try? FileManager.default.removeItem(at: file(in: directory)) }

    /// The problems that the last server noticed, each with its time.
    static func findings(in directory: URL) -> [Finding] {
        guard let text = try? String(contentsOf: file(in: directory), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return .bad("\(parts.last ?? line) (Noticed at \(parts.first ?? "?"); the next start clears this.)")
        }
    }
}
