import NIOHTTP1

/// What a request's head must be beyond what the parser asks for, so that nothing before this server can read it otherwise.
enum RequestHeadRules {
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
