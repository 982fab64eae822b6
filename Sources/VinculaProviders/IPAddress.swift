import Dispatch
import Foundation
import Synchronization

/// An IP address that a host name resolves to, and the kind of network that it belongs to.
package struct IPAddress: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// A public address on the internet.
        case anywhere
        /// A private network (RFC 1918, RFC 6598, RFC 4193).
        case privateNetwork
        case loopback
        /// Link-local (where clouds serve their metadata), multicast, reserved, or a tunnel that could lead anywhere.
        case nowhere
    }

    /// Four bytes for IPv4, sixteen for IPv6.
    let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var text: String {
        var buffer = [CChar](repeating: 0, count: 64)
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package var place: Place { bytes.count == 4 ? Self.place(ofIPv4: bytes) : Self.place(ofIPv6: bytes) }

    private static func place(ofIPv4 bytes: [UInt8]) -> Place {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (127, _, _): .loopback
        case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): .privateNetwork
        case (0, _, _), (169, 254, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113),
            (224..., _, _):
            .nowhere
        default: .anywhere
        }
    }

    private static func place(ofIPv6 bytes: [UInt8]) -> Place {
        let zeros = bytes.prefix { $0 == 0 }.count
        if zeros == 15, bytes[15] == 1 { return .loopback }
        if zeros == 10, bytes[10] == 0xFF, bytes[11] == 0xFF { return place(ofIPv4: Array(bytes[12...])) }
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return place(ofIPv4: Array(bytes[12...])) }
        if bytes[0] & 0xFE == 0xFC { return .privateNetwork }
        let tunnelsAndExamples: [[UInt8]] = [[0x20, 0x02], [0x20, 0x01, 0, 0], [0x20, 0x01, 0x0D, 0xB8]]
        let isOrdinary = bytes[0] & 0xE0 == 0x20 && !tunnelsAndExamples.contains { bytes.starts(with: $0) }
        return isOrdinary ? .anywhere : .nowhere
    }

    /// Resolves a host with the system's resolver, which accepts addresses in any notation.
    ///
    /// - Returns: The addresses in the order in which to try them; empty if there are none, or none in time.
    package static func lookUp(_ host: String, within limit: Duration) async -> [IPAddress] {
        // The resolver blocks its thread and cannot be cancelled, so it runs on a thread of its own, with a time limit.
        let answer = Answer()
        DispatchQueue.global().async { answer.give(resolve(host)) }
        DispatchQueue.global().asyncAfter(deadline: .now() + (limit / .seconds(1))) { answer.give([]) }
        return await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            answer.give([])
        }
    }

    /// Delivers the first result to a single waiter.
    private final class Answer: Sendable {
        private struct State {
            var addresses: [IPAddress]?
            var waiting: CheckedContinuation<[IPAddress], Never>?
        }

        private let state = Mutex(State())

        var value: [IPAddress] {
            get async {
                await withCheckedContinuation { continuation in
                    let given = state.withLock { state in
                        if state.addresses == nil { state.waiting = continuation }
                        return state.addresses
                    }
                    if let given { continuation.resume(returning: given) }
                }
            }
        }

        func give(_ addresses: [IPAddress]) {
            let waiting = state.withLock { state in
                guard state.addresses == nil else { return CheckedContinuation<[IPAddress], Never>?.none }
                state.addresses = addresses
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: addresses)
        }
    }

    private static func resolve(_ host: String) -> [IPAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = address(entry), !found.contains(address) { found.append(address) }
            next = entry.ai_next
        }
        return found
    }

    private static func address(_ entry: addrinfo) -> IPAddress? {
        guard let raw = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            var address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return IPAddress(bytes: withUnsafeBytes(of: &address) { Array($0) })
        case AF_INET6:
            var address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return IPAddress(bytes: withUnsafeBytes(of: &address) { Array($0) })
        default:
            return nil
        }
    }
}
