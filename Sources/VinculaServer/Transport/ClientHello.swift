/// The first message of a TLS connection, as far as the choice of a certificate depends on it.
package struct ClientHello: Hashable, Sendable {
    /// The name that the client wants, in lower case.
    package private(set) var serverName: String?
    /// The protocols that it offers (ALPN).
    package private(set) var protocols: [String] = []

    /// The result of reading the bytes that have arrived.
    package enum Reading: Hashable, Sendable {
        case complete(ClientHello)
        /// More bytes are needed: at least this many in all.
        case incomplete(needed: Int)
        /// The bytes do not begin a TLS connection, or the message is longer than any client's.
        case unreadable
    }

    /// The maximum length of the message, in bytes.
    static let longest = 20_000
    /// The maximum number of records that it is spread over.
    private static let mostRecords = 1000

    /// Reads the message, which may be spread over several records.
    package static func read(_ bytes: some Collection<UInt8>) -> Reading {
        var records = Bytes(bytes)
        var message: [UInt8] = []
        var end = 0
        for _ in 0..<mostRecords {
            guard let type = records.number(1) else { return .incomplete(needed: end + 5) }
            guard type == 22 else { return .unreadable }
            guard let version = records.number(2) else { return .incomplete(needed: end + 5) }
            guard version >> 8 == 3 else { return .unreadable }
            guard let length = records.number(2) else { return .incomplete(needed: end + 5) }
            guard (1...16_384).contains(length) else { return .unreadable }
            end += 5 + length
            let part = records.some(upTo: length)
            message += part
            guard message.first ?? 1 == 1 else { return .unreadable }
            if message.count >= 4 {
                let whole = message[1..<4].reduce(0) { $0 << 8 | Int($1) }
                guard whole <= longest else { return .unreadable }
                if message.count >= whole + 4 {
                    return ClientHello(message[4..<(4 + whole)]).map(Reading.complete) ?? .unreadable
                }
            }
            guard part.count == length else { return .incomplete(needed: end) }
        }
        return .unreadable
    }

    private init?(_ body: some Collection<UInt8>) {
        var body = Bytes(body)
        // The version, a random number, the session, the ciphers and the compressions.
        guard body.number(2) != nil, body.part(of: 32) != nil, body.list(1) != nil, body.list(2) != nil, body.list(1) != nil
        else { return nil }
        guard !body.isEmpty else { return }
        guard var extensions = body.list(2) else { return nil }
        while !extensions.isEmpty {
            guard let type = extensions.number(2), let content = extensions.list(2) else { return nil }
            switch type {
            case 0: serverName = Self.name(content)
            case 16:
                guard let names = Self.protocols(content) else { return nil }
                protocols = names
            default: break
            }
        }
    }

    private static func name(_ content: Bytes) -> String? {
        var content = content
        guard var names = content.list(2), names.number(1) == 0, let name = names.list(2), name.count <= 255 else { return nil }
        return name.text?.lowercased()
    }

    private static func protocols(_ content: Bytes) -> [String]? {
        var content = content
        guard var list = content.list(2) else { return nil }
        var names: [String] = []
        while !list.isEmpty {
            guard let name = list.list(1), names.count < 64 else { return nil }
            names.append(name.text ?? "")
        }
        return names
    }
}

/// Bytes that are read from the front.
private struct Bytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

    var isEmpty: Bool { rest.isEmpty }
    var count: Int { rest.count }
    /// The bytes as printable ASCII; `nil` if they are not.
    var text: String? {
        rest.allSatisfy { (0x21...0x7E).contains($0) } ? String(decoding: rest, as: UTF8.self) : nil
    }

    /// Reads a number of one to three bytes.
    mutating func number(_ length: Int) -> Int? { part(of: length)?.reduce(0) { $0 << 8 | Int($1) } }

    mutating func part(of length: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= length else { return nil }
        return some(upTo: length)
    }

    mutating func some(upTo length: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    /// Reads a list whose length precedes it.
    mutating func list(_ lengthSize: Int) -> Bytes? {
        guard let length = number(lengthSize), let part = part(of: length) else { return nil }
        return Bytes(part)
    }
}
