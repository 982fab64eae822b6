import NIOHTTP1

/// What a request's head must be beyond what the parser asks for, so that nothing before this server can read it otherwise.
enum RequestHeadRules {
    /// The header fields that this server reads, each with its most bytes: they are texts that somebody compares.
    ///
    /// What stands in other fields is nobody's business here, however long it is.
    private static let readFields: [String: Int] = [
        "accept": 4096, "accept-language": 1024, "access-control-request-headers": 4096, "access-control-request-method": 64,
        "authorization": 16_384, "connection": 256, "content-encoding": 256, "content-length": 32, "content-type": 1024,
        "expect": 64, "forwarded": 4096, "host": 512, "origin": 2048, "sec-fetch-site": 64, "transfer-encoding": 64,
        "upgrade": 256, "via": 4096, "x-firebase-locale": 256, "x-forwarded-for": 4096, "x-forwarded-host": 4096,
        "x-goog-api-key": 1024, "x-real-ip": 256,
    ]
    /// A length that every field may have, so that hardly any is looked up.
    private static let unsuspicious = 32

    /// Why the header fields of a head are refused; `nil` if they are not.
    ///
    /// Fields that nobody here reads are taken off where they have more than ASCII: whatever reads one some day is safe.
    static func tidy(_ head: inout HTTPRequestHead) -> RequestRefusal? {
        var odd: [String] = []
        for (name, value) in head.headers {
            let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 }
            if isPlain, value.utf8.count <= unsuspicious { continue }
            if let most = readFields[name.lowercased()] {
                guard isPlain, value.utf8.count <= most else {
                    return .malformedHead("The header \(name) may have \(most) bytes of printable ASCII.")
                }
            } else if !isPlain {
                odd.append(name)
            }
        }
        for name in odd { head.headers.remove(name: name) }
        return nil
    }

    /// Why a head is refused; `nil` if it is not.
    ///
    /// - Parameter refusesProxies: Whether a request must come straight from its sender: a proxy that was pointed at the admin
    ///   port by mistake would hand it to the world.
    static func complaint(about head: HTTPRequestHead, refusesProxies: Bool) -> RequestRefusal? {
        if refusesProxies, ForwardedRequest.hasHeader(head) || ForwardedRequest.isOld(head) { return .passedOn }
        // Only the origin form: in the absolute form two hosts are named, and proxies differ on which one counts.
        guard head.uri.utf8.first == UInt8(ascii: "/"), head.uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return .malformedHead("The request's target must be a path.")
        }
        let hosts = head.headers["Host"]
        let isOld = head.version.minor == 0
        guard hosts.count == 1 || hosts.isEmpty && isOld, hosts.allSatisfy(isHost) else {
            return .malformedHead("A request names one host.")
        }
        // One who reads the last coding and one who reads the first part ways at `chunked, identity`.
        let codings = head.headers["Transfer-Encoding"]
        guard codings.isEmpty || !isOld && codings.count == 1 && codings[0].lowercased() == "chunked" else {
            return .malformedHead("Transfer-Encoding must be chunked, and nothing else.")
        }
        guard codings.isEmpty || !head.headers.contains(name: "Content-Length") else {
            return .malformedHead("A body has a Content-Length or a Transfer-Encoding.")
        }
        return nil
    }

    /// Whether a connection goes on after this request: an upgrade would, but in a language that nobody here speaks.
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
