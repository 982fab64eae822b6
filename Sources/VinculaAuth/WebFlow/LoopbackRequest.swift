import Foundation

/// The parts of a request's head that the loopback listener needs.
struct LoopbackRequest: Equatable, Sendable {
    let method: String
    let path: String
    /// The query as on the wire; empty if there is none.
    let query: String
    let hosts: [String]

    /// Parses a head.
    ///
    /// - Parameter head: All lines, without the final empty one.
    init?(head: some Collection<UInt8>) {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        let start = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard start.count == 3, start[1].hasPrefix("/"), start[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(start[0])
        let target = start[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        query = target.count == 2 ? String(target[1]) : ""

        var hosts: [String] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            guard line[..<colon].lowercased() == "host" else { continue }
            hosts.append(line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        self.hosts = hosts
    }

    /// Returns the length of the head without the final empty line; nil if it is incomplete.
    ///
    /// - Parameter from: The index before which `bytes` is known to contain no end.
    static func endOfHead(_ bytes: [UInt8], from: Int) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        var index = max(0, from - end.count + 1)
        while index + end.count <= bytes.count {
            if bytes[index..<index + end.count].elementsEqual(end) { return index }
            index += 1
        }
        return nil
    }
}
