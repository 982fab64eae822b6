import NIOHTTP1

/// Rules for a request's head beyond those of the parser, so that no proxy in front of this server can read it differently.
enum RequestHeadRules {
    /// The header fields that this server reads, each with its maximum length in bytes, because their values are compared.
    ///
    /// Other fields are ignored here, however long they are.
    private static let readFields: [String: Int] = [
        "accept": 4096, "accept-language": 1024, "access-control-request-headers": 4096, "access-control-request-method": 64,
        "authorization": 16_384, "connection": 256, "content-encoding": 256, "content-length": 32, "content-type": 1024,
        "expect": 64, "forwarded": 4096, "host": 512, "origin": 2048, "sec-fetch-site": 64, "transfer-encoding": 64,
        "upgrade": 256, "via": 4096, "x-firebase-locale": 256, "x-forwarded-for": 4096, "x-forwarded-host": 4096,
        "x-goog-api-key": 1024, "x-real-ip": 256,
    ]
    /// A length that every field may have, so that hardly any needs a lookup.
    private static let unsuspicious = 32

    /// Returns the reason for refusing a head's header fields, or `nil` if they are fine.
    ///
    /// Removes fields that this server does not read if they contain more than ASCII, so that code that reads one some day
    /// is safe.
    static func tidy(_ head: inout HTTPRequestHead) -> RequestRefusal? {
        var odd: [String] = []
        for (name, value) in head.headers {
            let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 }
            if isPlain, value.utf8.count <= unsuspicious { continue }
            if let most = readFields[name.lowercased()] {
                guard isPlain, value.utf8.count <= most else {
                    return .malformedHead("The header \(name) must be at most \(most) bytes of printable ASCII.")
                }
            } else if !isPlain {
                odd.append(name)
            }
        }
        for name in odd { head.headers.remove(name: name) }
        return nil
    }

    /// Indicates whether a request target is a path of the console.
    private static func isConsole(_ uri: String) -> Bool {
        let path = uri.prefix { $0 != "?" }
        return path == ConsoleSite.root || path.hasPrefix(ConsoleSite.root + "/")
    }

    /// Returns the reason for refusing a head, or `nil` if it is fine.
    ///
    /// - Parameters:
    ///   - refusesProxies: `true` if a request must come directly from its sender: a proxy pointed at the admin port by mistake
    ///     would expose it to the world.
    ///   - allowsConsole: `true` if a proxy may forward requests to the console all the same, where operators sign in.
    static func complaint(
        about head: HTTPRequestHead, refusesProxies: Bool, allowsConsole: Bool = false
    ) -> RequestRefusal? {
        if refusesProxies, ForwardedRequest.hasHeader(head) || ForwardedRequest.isOld(head) {
            guard allowsConsole, isConsole(head.uri) else { return .passedOn }
        }
        // Only the origin form: in the absolute form two hosts are named, and proxies differ on which one counts.
        guard head.uri.utf8.first == UInt8(ascii: "/"), head.uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .malformedHead("The request target must be a path.")
        }
        let hosts = head.headers["Host"]
        let isOld = head.version.minor == 0
        guard hosts.count == 1 || hosts.isEmpty && isOld, hosts.allSatisfy(isHost) else {
            return .malformedHead("A request must have exactly one valid Host header.")
        }
        // A parser that uses the last coding and one that uses the first would disagree about `chunked, identity`.
        let codings = head.headers["Transfer-Encoding"]
        guard codings.isEmpty || !isOld && codings.count == 1 && codings[0].lowercased() == "chunked" else {
            return .malformedHead("The only supported Transfer-Encoding is chunked.")
        }
        guard codings.isEmpty || !head.headers.contains(name: "Content-Length") else {
            return .malformedHead("A request must not have both Content-Length and Transfer-Encoding.")
        }
        return nil
    }

    /// Indicates whether the connection stays open after this request. After an upgrade it would switch to a protocol that
    /// this server does not speak.
    static func keepsConnection(_ head: HTTPRequestHead) -> Bool {
        head.isKeepAlive && !head.headers.contains(name: "Upgrade") && head.method != .CONNECT
    }

    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._:[]%".utf8.contains(byte)
                }
            }
    }
}
