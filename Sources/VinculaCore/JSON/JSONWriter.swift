/// Writes JSON values as compact text, with object members sorted by name.
///
/// Foundation's encoder does the same at four times the cost, which every token would pay for its claims.
struct JSONWriter {
    private var bytes: [UInt8] = []

    static func text(of value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(512)
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let items): write(items)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ number: Double) {
        // JSON cannot represent infinity or NaN.
        guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        let text = String(number)
        bytes.append(contentsOf: (text.hasSuffix(".0") ? String(text.dropLast(2)) : text).utf8)
    }

    private mutating func write(_ items: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [String: JSONValue]) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(name)
            bytes.append(UInt8(ascii: ":"))
            write(value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ text: String) { bytes.append(jsonText: text) }
}
