import VinculaServer

/// The first bytes of a TLS connection.
enum ClientHelloTarget {
    private static let longestRecord = 16_384 + 5

    static func run(_ input: [UInt8]) throws {
        let whole = ClientHello.read(input)
        try check(whole, of: input)
        // The bytes arrive in parts: what the first ones say must not change with those that follow.
        var seen = 0
        for _ in 0..<100 {
            let part = ClientHello.read(input.prefix(seen))
            try check(part, of: input.prefix(seen))
            guard case .incomplete(let needed) = part else {
                return try demand(part == whole, "\(part) became \(whole)")
            }
            guard needed <= input.count else {
                // It asks for more than there is, so all that there is says no more.
                guard case .incomplete = whole else {
                    return try demand(whole == .unreadable, "\(needed) bytes are needed, and \(input.count) are enough")
                }
                return
            }
            seen = needed
        }
    }

    private static func check(_ reading: ClientHello.Reading, of bytes: some Collection<UInt8>) throws {
        switch reading {
        case .incomplete(let needed):
            try demand(needed > bytes.count, "\(needed) bytes are needed, and \(bytes.count) are there")
            try demand(needed <= bytes.count + longestRecord, "\(needed) bytes are awaited after \(bytes.count)")
        case .complete(let hello):
            let name = hello.serverName ?? "a"
            try demand(name.utf8.count <= 255 && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "A name \(name)")
            try demand(name == name.lowercased(), "A name in capitals: \(name)")
            try demand(hello.protocols.count <= 64, "\(hello.protocols.count) protocols")
            for text in hello.protocols {
                try demand(text.utf8.count <= 255 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "A protocol \(text)")
            }
        case .unreadable: break
        }
    }
}
