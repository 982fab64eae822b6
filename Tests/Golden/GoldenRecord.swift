import Foundation
import VinculaCore

/// One recorded call of Firebase's emulator, with its answer.
struct GoldenRecord: Decodable, Sendable {
    let group: String
    let name: String
    let method: String
    let path: String
    let headers: [String: String]
    let body: JSONValue
    let status: Int
    let response: JSONValue
    /// The values of the answer that later records need: name, and member.
    let capture: [String: String]?
    let idTokenClaims: JSONValue?

    /// All records by group, in order.
    static let groups: [(name: String, records: [GoldenRecord])] = {
        guard let url = Bundle.module.url(forResource: "golden", withExtension: "jsonl"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        let records = text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(GoldenRecord.self, from: Data(line.utf8))
        }
        var names: [String] = []
        for record in records where !names.contains(record.group) { names.append(record.group) }
        return names.map { name in (name, records.filter { $0.group == name }) }
    }()
}
