package import ChildProcesses
package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server before the real one, which fails as networks, proxies and servers do: `Tests/Fixtures/fault_proxy.py`.
package struct FaultProxy: Sendable {
    /// A record of the requests.
    package struct Seen: Decodable, Sendable {
        /// The number of requests of each method.
        package let came: [String: Int]
        /// The number of requests that were passed on to the server.
        package let sent: [String: Int]
        /// The requests received by the target of redirects.
        package let trapped: [String]
    }

    /// One that is set: its name in the proxy, and what it needs to know.
    package struct Fault: Sendable {
        let name: String
        var status = 200
        var type = "application/json"
        var body = ""

        package static let close = Fault(name: "close")
        package static let reset = Fault(name: "reset")
        package static let cutHead = Fault(name: "cut-head")
        package static let cutBody = Fault(name: "cut-body")
        package static let cutChunk = Fault(name: "cut-chunk")
        package static let noHTTP = Fault(name: "no-http")
        package static let silent = Fault(name: "silent")
        package static let drip = Fault(name: "drip")
        package static let dripForever = Fault(name: "drip-forever")
        package static let lose = Fault(name: "lose")
        package static let loseHead = Fault(name: "lose-head")
        package static func answer(_ status: Int, _ type: String, _ body: String) -> Fault {
            Fault(name: "answer", status: status, type: type, body: body)
        }
        package static func redirect(_ status: Int) -> Fault { Fault(name: "redirect", status: status) }
    }

    /// Such as `http://127.0.0.1:40124`.
    package let url: URL

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Fixtures/fault_proxy.py"
    ).standardized

    /// Runs a proxy before a server for as long as a body does.
    ///
    /// - Parameter port: Where it listens; any port by default.
    package static func with<Result>(
        _ server: ServerProcess, port: Int = 0, isolation: isolated (any Actor)? = #isolation,
        _ body: (FaultProxy) async throws -> Result
    ) async throws -> Result {
        let child = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["python3", script.path, server.url.absoluteString, "\(port)"])
        defer { child.signal(SIGKILL) }
        let address = try await child.line(matching: #"Proxy (http://[^\s]+)"#)
        guard let url = URL(string: address) else { throw ChildProcess.Failure(description: "\(address) is no address.") }
        return try await body(FaultProxy(url: url))
    }

    /// Has requests of a method fail from now on.
    ///
    /// - Parameter method: A path's last part, such as `accounts:lookup`; `*` for all of them.
    package func set(_ fault: Fault, of method: String = "*") async throws {
        let settings: [String: Any] = [
            "method": method, "fault": fault.name, "status": fault.status, "type": fault.type, "body": fault.body,
        ]
        var request = URLRequest(url: url.appending(path: "_fault"))
        request.httpMethod = "POST"
        request.httpBody = try JSONSerialization.data(withJSONObject: settings)
        _ = try await URLSession.shared.data(for: request)
    }

    /// Has requests be forwarded again.
    package func heal() async throws { try await set(Fault(name: "none")) }

    package func seen() async throws -> Seen {
        let (data, _) = try await URLSession.shared.data(from: url.appending(path: "_seen"))
        return try JSONDecoder().decode(Seen.self, from: data)
    }
}
