import Testing
import VinculaServer

/// The first message of a TLS connection.
@Suite("ClientHello")
struct ClientHelloTests {
    private static func list(_ bytes: [UInt8], _ lengthSize: Int = 2) -> [UInt8] {
        (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
    }

    /// A message in records of a size.
    private static func hello(name: String?, protocols: [String]?, padding: Int = 0, recordSize: Int = 16_384) -> [UInt8] {
        var extensions: [UInt8] = [0x0A, 0x0A] + list([])
        if let name {
            let entry: [UInt8] = [0] + list(Array(name.utf8))
            extensions += [0, 0] + list(list(entry))
        }
        if let protocols { extensions += [0, 16] + list(list(protocols.flatMap { list(Array($0.utf8), 1) })) }
        extensions += [0, 21] + list([UInt8](repeating: 0, count: padding))
        var body: [UInt8] = [3, 3] + [UInt8](repeating: 9, count: 32)
        body += list([1, 2, 3], 1)
        body += list([0x13, 0x01])
        body += list([0], 1)
        body += list(extensions)
        let message: [UInt8] = [1] + list(body, 3)
        return stride(from: 0, to: message.count, by: recordSize).flatMap { start in
            [22, 3, 1] + list(Array(message[start..<min(start + recordSize, message.count)]))
        }
    }

    @Test("The name and the protocols are read, however the message is cut", arguments: [16_384, 100, 7, 1])
    func reading(recordSize: Int) {
        for (name, protocols) in [
            ("Auth.Example.com", ["acme-tls/1"]), ("a.example", ["h2", "http/1.1"]), (nil, ["http/1.1"]), ("a.example", nil),
            (nil, nil),
        ] as [(String?, [String]?)] {
            let bytes = Self.hello(name: name, protocols: protocols, padding: 300, recordSize: recordSize)
            guard case .complete(let hello) = ClientHello.read(bytes) else {
                Issue.record("\(ClientHello.read(bytes))")
                continue
            }
            #expect(hello.serverName == name?.lowercased() && hello.protocols == protocols ?? [])
            #expect(ClientHello.read(bytes + [1, 2, 3]) == .complete(hello))
            for length in 0..<bytes.count {
                guard case .incomplete(let needed) = ClientHello.read(bytes.prefix(length)) else {
                    Issue.record("\(length): \(ClientHello.read(bytes.prefix(length)))")
                    break
                }
                #expect(length < needed && needed <= bytes.count)
            }
        }
    }

    @Test("Whatever else arrives is unreadable, and never more than a message's length is awaited")
    func others() {
        for bytes in [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), [22, 2, 0, 0, 1, 1], [22, 3, 1, 0, 0], [22, 3, 1, 0xFF, 0xFF],
            [22, 3, 1, 0, 4, 2, 0, 0, 1], [22, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF], [21, 3, 3, 0, 2],
            [22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3],
            Self.hello(name: "a.example", protocols: nil, padding: 20_000),
        ] as [[UInt8]] {
            #expect(ClientHello.read(bytes) == .unreadable, "\(bytes.prefix(12))")
        }
    }

    @Test("T298 no changed byte makes the reader fail")
    func changed() {
        let bytes = Self.hello(name: "auth.example.com", protocols: ["acme-tls/1", "http/1.1"])
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                if case .complete(let hello) = ClientHello.read(changed) { #expect(hello.protocols.count <= 64) }
            }
        }
    }
}
