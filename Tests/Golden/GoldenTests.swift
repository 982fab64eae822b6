import Foundation
import TestSupport
import Testing
import VinculaCore

/// Replays what Firebase's emulator answered: same status, same error, same members.
@Suite("Golden answers of the Firebase emulator")
struct GoldenTests {
    @Test("Every group of records", arguments: GoldenRecord.groups.map(\.name))
    func replay(group: String) async throws {
        let records = try #require(GoldenRecord.groups.first { $0.name == group }).records
        try await TestServer.with { server in
            let replay = Replay(server: server)
            for record in records { try await replay.run(record) }
        }
    }

    @Test("Every difference that is listed is of a record that is replayed")
    func differencesAreReal() {
        let names = Set(GoldenRecord.groups.flatMap(\.records).map(\.name))
        for name in GoldenScope.differences.keys { #expect(names.contains(name), "\(name) is no record") }
    }

    @Test("There are 209 records, and all are replayed")
    func scope() { #expect(GoldenRecord.groups.flatMap(\.records).count == 209) }
}

/// One group's replay: the server, and what earlier answers gave.
final class Replay {
    private let server: TestServer
    private var captured: [String: String] = [:]

    init(server: TestServer) { self.server = server }

    func run(_ record: GoldenRecord) async throws {
        let body = record.body == .null ? nil : record.body.string ?? record.body.text
        let answer = try await HTTP.send(
            record.method, server.url + fill(record.path), headers: record.headers, body: body.map { Data(fill($0).utf8) })
        for (name, path) in record.capture ?? [:] {
            let member = path.split(separator: ".").reduce(answer.json as JSONValue?) { value, step in
                Int(step).map { value?[$0] } ?? value?[String(step)]
            }
            captured[name] = member?.string
            // The recorder read the code that was sent from the emulator's list.
            if name.hasSuffix(".sessionInfo"), let session = member?.string {
                captured[name.replacing(".sessionInfo", with: ".code")] = try await server.digits(of: session)
            }
        }
        compare(answer, record)
    }

    private func compare(_ answer: HTTPAnswer, _ record: GoldenRecord) {
        let difference = GoldenScope.differences[record.name]
        #expect(answer.status == difference?.status ?? record.status, "\(record.name): \(answer.text)")
        if let message = difference?.message {
            // A bare code stands for the code with whatever text.
            let isCode = message.allSatisfy { $0.isUppercase || $0 == "_" }
            #expect((isCode ? answer.code : answer.message) == message, "\(record.name): \(answer.text)")
            return
        }
        guard difference?.status == nil else { return }
        let found = Comparison.differences(
            answer.json, record.response, without: difference?.without ?? [], with: difference?.with ?? [])
        #expect(found.isEmpty, "\(record.name): \(found.joined(separator: "; "))")
        if let golden = record.idTokenClaims, let token = answer["idToken"] ?? answer["id_token"] {
            let segments = token.split(separator: ".")
            let claims = segments.count == 3 ? JSONWebTokenClaims.decode(segments[1]) : nil
            let found = Comparison.differences(claims ?? .null, golden, with: GoldenScope.moreClaims)
            #expect(found.isEmpty, "\(record.name), claims: \(found.joined(separator: "; "))")
        }
    }

    private func fill(_ text: String) -> String {
        var text = text
        for (name, value) in captured { text = text.replacingOccurrences(of: "{{\(name)}}", with: value) }
        while let range = text.range(of: #"\{\{now\+\d+\}\}"#, options: .regularExpression) {
            let seconds = Int(text[range].dropFirst(6).dropLast(2)) ?? 0
            text.replaceSubrange(range, with: String(Int(Date().timeIntervalSince1970) + seconds))
        }
        return text
    }
}
