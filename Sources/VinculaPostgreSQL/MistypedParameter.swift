import CPostgreSQL

/// A parameter of an address that libpq does not know.
enum MistypedParameter {
    /// Describes a parameter that libpq does not know.
    ///
    /// What was typed is not repeated: it may be a part of a password.
    ///
    /// - Parameter message: The message of libpq, which has the name in quotation marks.
    /// - Returns: `nil` if the message is about something else.
    static func error(_ message: String) -> PostgreSQLSetupError? {
        let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
        guard message.contains("parameter") || message.contains("option"), parts.count == 3, parts[1].utf8.count <= 40 else {
            return nil
        }
        let near = keywords().map { ($0, distance(Array($0.utf8), Array(parts[1].lowercased().utf8))) }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }
        guard let near, near.1 <= 2, near.1 < near.0.utf8.count / 2 else { return .unknownParameter }
        return .mistypedParameter(meant: near.0)
    }

    private static func keywords() -> [String] {
        guard let options = PQconndefaults() else { return [] }
        defer { PQconninfoFree(options) }
        var found: [String] = []
        var option = options
        while let keyword = option.pointee.keyword {
            found.append(String(cString: keyword))
            option = option.advanced(by: 1)
        }
        return found
    }

    /// The number of bytes to insert, delete or replace.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (index, byte) in first.enumerated() {
            var next = [index + 1]
            for (column, other) in second.enumerated() {
                next.append(min(row[column + 1] + 1, next[column] + 1, row[column] + (byte == other ? 0 : 1)))
            }
            row = next
        }
        return row[second.count]
    }
}
