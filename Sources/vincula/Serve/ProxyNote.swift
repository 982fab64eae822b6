import Foundation
import VinculaCore

/// The file in which a running server leaves for `vincula doctor` that clients look alike behind a proxy.
///
/// It is made anew by each server, since the proxy may have been mended.
enum ProxyNote {
    private static func file(in directory: URL) -> URL { directory.appending(path: "proxy.note") }

    /// What is wrong, and what to do about it.
    static func words(_ fault: ProxyTrace.Fault, _ peer: ClientAddress) -> String {
        let effect = "so all its clients share the limits of one, and the audit log names the proxy"
        switch fault {
        case .namesNoClient:
            return """
                The proxy at \(peer) does not say whom it passes requests on for, \(effect). Let it send X-Forwarded-For \
                (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), and name with `proxies` proxies alone.
                """
        case .isNotTrusted:
            return """
                Requests come by a proxy at \(peer) that `proxies` does not name, \(effect). Name it (--proxies \
                \(peer.isLoopback ? "loopback" : "\(peer)")), and let it send X-Forwarded-For.
                """
        }
    }

    static func write(_ text: String, in directory: URL) throws {
        let line = "\(Date().formatted(.iso8601)) \(text)\n"
        let old = (try? String(contentsOf: file(in: directory), encoding: .utf8)) ?? ""
        try Data((old + line).utf8).write(to: file(in: directory), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file(in: directory).path)
    }

    static func remove(from directory: URL) { try? FileManager.default.removeItem(at: file(in: directory)) }

    /// What the last server noticed, with the time before each.
    static func findings(in directory: URL) -> [Finding] {
        guard let text = try? String(contentsOf: file(in: directory), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return .bad("\(parts.last ?? line) (Noticed at \(parts.first ?? "?"); the next start forgets it.)")
        }
    }
}
