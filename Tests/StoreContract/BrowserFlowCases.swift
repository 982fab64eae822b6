import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let browserFlowCases = [
        StoreCase("a flow comes back by its state, and by its code once it has one") { store async throws in
            let flow = BrowserFlow.sample("a")
            try await store.write { try $0.insert(flow) }
            #expect(try await store.read { try $0.browserFlow("a") } == flow)
            #expect(try await store.read { try $0.browserFlow("b") } == nil)
            #expect(try await store.read { try $0.browserFlow(codeHash: Data([1])) } == nil)
            #expect(try await store.write { try $0.answerBrowserFlow("a") })
            let answered = try await store.read { try $0.browserFlow("a") }
            #expect(answered?.stage == .answered && answered?.sealedOrder == nil && answered?.scope == .tenant)
            let isFinished = try await store.write {
                try $0.finishBrowserFlow("a", codeHash: Data([1]), sealedResult: Data([2]), expiresAt: .sample)
            }
            #expect(isFinished)
            var expected = flow
            (expected.stage, expected.sealedOrder, expected.expiresAt) = (.finished, nil, .sample)
            (expected.codeHash, expected.sealedResult) = (Data([1]), Data([2]))
            let finished = expected
            #expect(try await store.read { try $0.browserFlow("a") } == finished)
            #expect(try await store.read { try $0.browserFlow(codeHash: Data([1])) } == finished)
        },
        StoreCase("each step of a flow is taken once, and none out of order") { store async throws in
            try await store.write { try $0.insert(.sample("a")) }
            @Sendable func finish() async throws -> Bool {
                try await store.write {
                    try $0.finishBrowserFlow("a", codeHash: Data([1]), sealedResult: Data([2]), expiresAt: .sample)
                }
            }
            #expect(try await !finish())
            #expect(try await store.write { try $0.answerBrowserFlow("a") })
            #expect(try await !store.write { try $0.answerBrowserFlow("a") })
            #expect(try await !store.write { try $0.consumeBrowserFlow(codeHash: Data([1])) })
            #expect(try await finish())
            #expect(try await !finish())
            #expect(try await !store.write { try $0.answerBrowserFlow("a") })
            #expect(try await store.write { try $0.consumeBrowserFlow(codeHash: Data([1])) })
            #expect(try await !store.write { try $0.consumeBrowserFlow(codeHash: Data([1])) })
            #expect(try await store.read { try $0.browserFlow("a") } == nil)
            #expect(try await !store.write { try $0.answerBrowserFlow("b") })
        },
        StoreCase("a state and a code are one flow's") { store async throws in
            try await store.write { try $0.insert(.sample("a")) }
            await #expect(throws: (any Error).self) { try await store.write { try $0.insert(.sample("a")) } }
            try await store.write { try $0.insert(.sample("b")) }
            for id in ["a", "b"] { #expect(try await store.write { try $0.answerBrowserFlow(id) }) }
            _ = try await store.write {
                try $0.finishBrowserFlow("a", codeHash: Data([1]), sealedResult: Data([2]), expiresAt: .sample)
            }
            await #expect(throws: (any Error).self) {
                try await store.write {
                    try $0.finishBrowserFlow("b", codeHash: Data([1]), sealedResult: Data([2]), expiresAt: .sample)
                }
            }
        },
        StoreCase("a flow's mismatch is noted once") { store async throws in
            try await store.write { try $0.insert(.sample("a")) }
            #expect(try await store.write { try $0.noteMismatch(ofBrowserFlow: "a") })
            #expect(try await !store.write { try $0.noteMismatch(ofBrowserFlow: "a") })
            #expect(try await !store.write { try $0.noteMismatch(ofBrowserFlow: "b") })
        },
        StoreCase("what a flow keeps is resealed while the browser is away, and not its result") { store async throws in
            let kind = SealedKind(table: "browser_flows")
            try await store.write { tx throws in
                try tx.insert(.sample("a"))
                try tx.insert(.sample("b"))
                _ = try tx.answerBrowserFlow("b")
            }
            let records = try await store.read { try $0.sealedRecords(kind, after: "", limit: 9) }
            #expect(records.map(\.row) == ["a"] && records.map(\.place) == ["browser-flow/a"])
            let record = try #require(records.first)
            try await store.write { try $0.replace(record, with: Data([9])) }
            #expect(try await store.read { try $0.browserFlow("a")?.sealedOrder } == Data([9]))
            #expect(try await store.read { $0.sealedKinds().contains(kind) })
        },
        StoreCase("flows that have expired are deleted, in whichever stage") { store async throws in
            let later = Timestamp(milliseconds: Timestamp.sample.milliseconds + 1)
            try await store.write { tx throws in
                try tx.insert(.sample("a"))
                try tx.insert(.sample("b"))
                _ = try tx.answerBrowserFlow("b")
                try tx.insert(.sample("c", expiresAt: later))
                try tx.deleteExpired(now: .sample)
            }
            #expect(
                try await store.read { tx in try ["a", "b", "c"].filter { try tx.browserFlow($0) != nil } } == ["a", "b", "c"])
            try await store.write { try $0.deleteExpired(now: later) }
            #expect(try await store.read { tx in try ["a", "b", "c"].filter { try tx.browserFlow($0) != nil } } == ["c"])
        },
    ]
}

extension BrowserFlow {
    static func sample(_ id: String, expiresAt: Timestamp = .sample) -> BrowserFlow {
        BrowserFlow(
            id: id, scope: .tenant, provider: .google, browserHash: Data(repeating: 3, count: 32),
            sessionHash: Data(repeating: 4, count: 32), sealedOrder: Data([5]), expiresAt: expiresAt)
    }
}
