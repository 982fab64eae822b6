import Foundation
import Synchronization
import TestStores
import TestSupport
import Testing
import Tracing
import VinculaCore
import VinculaEngine

@testable import VinculaObservation

/// Spans, and what is made of them.
@Suite("Spans")
struct TracingTests {
    private struct Broken: Error, CustomStringConvertible { let description = "token=hush" }

    private struct Fields: Injector, Extractor {
        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
    }

    @Test("A span within another has its trace and is its child; a sampled-out trace records nothing at all")
    func nesting() {
        for ratio in [1.0, 0] {
            let queue = SpanQueue()
            let tracer = SpanTracer(queue: queue, ratio: ratio)
            tracer.withSpan("outer", ofKind: .server) { outer in
                #expect(outer.isRecording == (ratio == 1))
                tracer.withSpan("inner") { inner in
                    #expect(inner.trace.traceID == outer.trace.traceID && inner.trace.span != outer.trace.span)
                    tracer.noteStep("step", took: .milliseconds(5))
                }
            }
            tracer.noteStep("nobody's", took: .seconds(1))
            let spans = queue.take(10)
            guard ratio == 1 else {
                #expect(spans.isEmpty)
                continue
            }
            #expect(spans.map(\.name) == ["step", "inner", "outer"])
            #expect(spans[0].parent == spans[1].trace.span && spans[1].parent == spans[2].trace.span && spans[2].parent == nil)
            #expect(spans[0].end - spans[0].start == 5_000_000)
            #expect(spans.allSatisfy { $0.end >= $0.start && !$0.hasFailed })
        }
    }

    @Test("A trace from elsewhere brings its decision with it, and goes on as it was")
    func propagation() {
        let tracer = SpanTracer(queue: SpanQueue(), ratio: 0)
        var context = InstrumentationContext.topLevel
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        tracer.extract(["traceparent": text], into: &context, using: Fields())
        let span = tracer.startSpan("x", context: context)
        #expect(span.isRecording && span.trace.traceID == "0af7651916cd43dd8448eb211c80319c")
        var fields: [String: String] = [:]
        tracer.inject(span.context, into: &fields, using: Fields())
        #expect(fields == ["traceparent": "00-0af7651916cd43dd8448eb211c80319c-\(span.trace.spanID)-01"])
        var none = InstrumentationContext.topLevel
        tracer.extract(["traceparent": "nonsense"], into: &none, using: Fields())
        #expect(none.trace == nil)
    }

    @Test("An error's type is recorded, and never its text")
    func errors() throws {
        let queue = SpanQueue()
        let tracer = SpanTracer(queue: queue, ratio: 1)
        #expect(throws: Broken.self) { try tracer.withSpan("x") { _ in throw Broken() } }
        let span = try #require(queue.take(1).first)
        #expect(span.hasFailed && span.attributes.map(\.name) == ["error.type"] && span.attributes[0].value == "Broken")
    }

    @Test("Spans beyond the room are dropped and counted; one that ends twice is there once")
    func room() {
        let queue = SpanQueue(capacity: 3)
        let tracer = SpanTracer(queue: queue, ratio: 1)
        let twice = tracer.startSpan("x")
        twice.end()
        twice.end()
        for _ in 0..<4 { tracer.startSpan("y").end() }
        #expect(queue.counts == SpanQueue.Counts(exported: 0, dropped: 2, failures: 0))
        #expect(queue.take(10).count == 3 && queue.take(10).isEmpty)
    }

    @Test("OTLP's JSON: ids in hexadecimal, numbers of 64 bits as texts, enums as numbers")
    func json() throws {
        let span = FinishedSpan(
            trace: TraceParent(high: 1, low: 2, span: 3, isSampled: true), parent: 4, name: "GET /x", kind: .server,
            start: 1_700_000_000_000_000_001, end: 1_700_000_000_000_000_002,
            attributes: [("a", "t"), ("b", .integer(5)), ("c", true), ("d", .number(0.5))], hasFailed: true)
        let body = try #require(JSONValue.parse(OTLPRequest.body([span], resource: [("service.name", "vincula")])))
        #expect(
            body == [
                "resourceSpans": [
                    [
                        "resource": ["attributes": [["key": "service.name", "value": ["stringValue": "vincula"]]]],
                        "scopeSpans": [
                            [
                                "scope": ["name": "vincula"],
                                "spans": [
                                    [
                                        "traceId": "00000000000000010000000000000002", "spanId": "0000000000000003",
                                        "parentSpanId": "0000000000000004", "name": "GET /x", "kind": 2,
                                        "startTimeUnixNano": "1700000000000000001", "endTimeUnixNano": "1700000000000000002",
                                        "attributes": [
                                            ["key": "a", "value": ["stringValue": "t"]],
                                            ["key": "b", "value": ["intValue": "5"]],
                                            ["key": "c", "value": ["boolValue": true]],
                                            ["key": "d", "value": ["doubleValue": .number(0.5)]],
                                        ],
                                        "status": ["code": 2],
                                    ]
                                ],
                            ]
                        ],
                    ]
                ]
            ])
    }
}

/// What is watched at the ports of the engine.
@Suite("Observed ports")
struct ObservedPortTests {
    private struct Refused: Error {}

    @Test("Reads and writes are timed; a decision against a request is no failure of the store")
    func store() async throws {
        try await TestDatabase.memory.withStore { base in
            try await base.migrate()
            let registry = MetricsRegistry()
            let queue = SpanQueue()
            let tracer = SpanTracer(queue: queue, ratio: 1)
            let store = ObservedStore(base, registry, tracer: tracer)
            #expect(store.health === base.health)
            await tracer.withSpan("request") { _ in
                let projects = try? await store.read { try $0.projects() }
                #expect(projects == [])
                await #expect(throws: Refused.self) { try await store.write { _ in throw Refused() } }
                await #expect(throws: StoreUnavailable.self) {
                    try await store.read { _ in throw StoreUnavailable(reason: .busy, detail: "") }
                }
            }
            // Without a request there is no span, and still a time.
            _ = try await store.read { try $0.projects() }
            let spans = queue.take(10).dropLast()
            #expect(spans.map(\.name) == ["store.read", "store.write", "store.read"])
            #expect(spans.map(\.hasFailed) == [false, false, true])
            #expect(registry.text.contains("vincula_store_seconds_count{operation=\"read\"} 3\n"))
            #expect(registry.text.contains("vincula_store_seconds_count{operation=\"write\"} 1\n"))
        }
    }

    @Test("The store learns what a read is going to ask")
    func expectedQueries() async throws {
        try await PostgreSQLDatabases.withStore(connections: 2) { base in
            let store = ObservedStore(base, MetricsRegistry(), tracer: nil)
            let (account, session, scope) = (AccountID("u"), Data([1]), ProjectScope(project: "p"))
            // By then, some of them have waited for the one connection at the same time.
            for _ in 0..<100 where store.health.activity.numbers.askedTogether == 0 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 {
                        group.addTask {
                            try await store.read(
                                expecting: [.accountWithSession(account: account, session: session, scope: scope)]
                            ) { tx in
                                let found = try tx.account(account, withSession: session, in: scope)
                                #expect(found.account == nil && found.session == nil)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(store.health.activity.numbers.askedTogether > 0)
        }
    }

    /// Answers with a status, and keeps the fields that it gets.
    private final class Peer: BlockingFunctionCaller, WebhookCaller {
        let status: Int
        private let seen = Mutex<[[String: String]]>([])

        init(status: Int) { self.status = status }

        var fields: [[String: String]] { seen.withLock { $0 } }

        func accepts(_ url: String) -> Bool { true }

        func post(_ body: Data, headers: [(name: String, value: String)], to url: String) async -> BlockingCallOutcome {
            seen.withLock { $0.append(Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })) }
            return .answered(status: status, body: Data())
        }

        func post(_ payload: Data, headers: [(name: String, value: String)], to url: String) async -> WebhookCallOutcome {
            seen.withLock { $0.append(Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })) }
            return .answered(status: status)
        }
    }

    @Test("A function and a webhook get the span that waits for them; the addresses are in no span")
    func callers() async throws {
        let queue = SpanQueue()
        let tracer = SpanTracer(queue: queue, ratio: 1)
        let peer = Peer(status: 503)
        await tracer.withSpan("request") { _ in
            let outcome: BlockingCallOutcome = await ObservedFunctionCaller(peer, tracer: tracer).post(
                Data(), headers: [], to: "https://f.example/hush")
            #expect(outcome == .answered(status: 503, body: Data()))
        }
        _ = await ObservedWebhookCaller(peer, tracer: tracer).post(Data(), headers: [("a", "b")], to: "https://h.example/hush")
        let spans = queue.take(10)
        #expect(spans.map(\.name) == ["call function", "request", "call webhook"])
        #expect(spans[0].parent == spans[1].trace.span && spans[2].parent == nil)
        #expect(spans.map(\.hasFailed) == [true, false, true])
        #expect(peer.fields[0] == ["traceparent": "\(spans[0].trace)"])
        #expect(peer.fields[1] == ["a": "b", "traceparent": "\(spans[2].trace)"])
        #expect(!spans.contains { "\($0)".contains("hush") })
    }
}
