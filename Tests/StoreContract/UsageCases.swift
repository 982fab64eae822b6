import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let usageCases = [
        StoreCase("counts of use are added up by project, span, time, kind and method; a state is replaced") {
            store async throws in
            let counts = [
                count(.signIn, "password", .hour, 2), count(.signIn, "password", .hour, 3), count(.signIn, "password", .day, 3),
                count(.signIn, "google.com", .hour, 1), count(.signIn, "password", .hour, hours: 1, 7),
                count(.accounts, "", .hour, 10), count(.accounts, "", .hour, 8),
                count(.signIn, "password", .hour, of: "other", 9),
            ]
            _ = try await store.claim { tx throws in for count in counts { try tx.add(count) } }
            let found = try await store.read { try $0.usage(of: "p", .hour, since: .sample) }
            #expect(
                found == [
                    count(.accounts, "", .hour, 8), count(.signIn, "google.com", .hour, 1), count(.signIn, "password", .hour, 5),
                    count(.signIn, "password", .hour, hours: 1, 7),
                ])
            let later = try await store.read { try $0.usage(of: "p", .hour, since: .sample.adding(seconds: 3600)) }
            #expect(later == [count(.signIn, "password", .hour, hours: 1, 7)])
            #expect(try await store.read { try $0.usage(of: "p", .day, since: .sample) }.map(\.count) == [3])
            #expect(try await store.read { try $0.usage(of: "other", .hour, since: .sample) }.map(\.count) == [9])
        },
        StoreCase("counts of use go when their time is over, some at a time") { store async throws in
            let counts = [
                count(.mail, "a", .hour, 1), count(.mail, "b", .hour, 1), count(.mail, "a", .hour, hours: 2, 1),
                count(.mail, "a", .day, 1),
            ]
            _ = try await store.claim { tx throws in for count in counts { try tx.add(count) } }
            let end = Timestamp.sample.adding(seconds: 72 * 3600)
            #expect(try await store.write { try $0.deleteExpiredUsage(now: end, limit: 9) } == 0)
            let later = end.adding(seconds: 1)
            #expect(try await store.write { try $0.deleteExpiredUsage(now: later, limit: 1) } == 1)
            #expect(try await store.write { try $0.deleteExpiredUsage(now: later, limit: 9) } == 1)
            #expect(try await store.read { try $0.usage(of: "p", .hour, since: .sample) }.count == 1)
            #expect(try await store.read { try $0.usage(of: "p", .day, since: .sample) }.count == 1)
        },
    ]
}

/// A count whose span begins with the sample's time.
private func count(
    _ kind: UsageKind, _ method: String, _ span: UsageSpan, hours: Int64 = 0, of project: String = "p", _ count: Int
) -> UsageCount {
    UsageCount(
        project: project, kind: kind, method: method, span: span, start: .sample.adding(seconds: hours * 3600), count: count)
}
