import AsyncHTTPClient
import Foundation
package import Logging
import NIOCore
import NIOHTTP1
package import VinculaCore

/// Sends spans to a collector, some at a time, by OTLP over HTTP in JSON.
///
/// What a collector does not take is dropped after a few attempts; meanwhile the queue fills, and drops what is too much.
package struct SpanExporter: Sendable {
    /// The collector.
    package struct Target: Sendable {
        /// The address that spans are posted to.
        package var url: String
        /// Header fields for the collector, such as its key.
        package var headers: [(name: String, value: String)]

        package init(url: String, headers: [(name: String, value: String)] = []) {
            self.url = url
            self.headers = headers
        }
    }

    private enum Outcome {
        case taken(rejected: Int)
        /// To be tried again.
        case failed(String)
        case refused(String)
    }

    /// The maximum number of spans in one request.
    static let batch = 512
    private static let attempts = 4

    private let queue: SpanQueue
    private let target: Target
    private let resource: [(name: String, value: JSONValue)]
    private let pause: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - queue: The spans.
    ///   - target: The collector.
    ///   - resource: The facts about this server.
    ///   - pause: The time between two looks into the queue.
    ///   - logger: The log of failures.
    package init(
        _ queue: SpanQueue, to target: Target, resource: [(name: String, value: JSONValue)], pause: Duration = .seconds(1),
        logger: Logger
    ) {
        self.queue = queue
        self.target = target
        self.resource = resource
        self.pause = pause
        self.logger = logger
    }

    /// Exports spans until the task is cancelled, and then once more what waits.
    package func run() async {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: .seconds(10)))
        // The export of spans makes none.
        configuration.tracing.tracer = nil
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        while (try? await Task.sleep(for: pause)) != nil { await export(by: client, attempts: Self.attempts) }
        // A new task: this one is cancelled, and could send nothing any more.
        await Task { await export(by: client, attempts: 1) }.value
        try? await client.shutdown()
    }

    private func export(by client: HTTPClient, attempts: Int) async {
        while true {
            let spans = queue.take(Self.batch)
            guard !spans.isEmpty else { return }
            let isTaken = await send(spans, by: client, attempts: attempts)
            // At the end, one failure is enough to know.
            if !isTaken, attempts == 1 { return }
        }
    }

    private func send(_ spans: [FinishedSpan], by client: HTTPClient, attempts: Int) async -> Bool {
        let body = OTLPRequest.body(spans, resource: resource)
        for attempt in 1...attempts {
            switch await post(body, by: client) {
            case .taken(let rejected):
                let rejected = min(max(0, rejected), spans.count)
                queue.noteExported(spans.count - rejected)
                if rejected > 0 { queue.noteDropped(rejected) }
                return true
            case .refused(let reason):
                drop(spans, reason)
                return false
            case .failed(let reason):
                queue.noteFailure()
                if attempt == attempts {
                    drop(spans, reason)
                } else {
                    try? await Task.sleep(for: pause * (1 << (attempt - 1)))
                }
            }
        }
        return false
    }

    private func drop(_ spans: [FinishedSpan], _ reason: String) {
        queue.noteDropped(spans.count)
        logger.warning("Spans were not exported", metadata: ["spans": "\(spans.count)", "reason": "\(reason)"])
    }

    private func post(_ body: Data, by client: HTTPClient) async -> Outcome {
        var request = HTTPClientRequest(url: target.url)
        request.method = .POST
        for (name, value) in target.headers { request.headers.add(name: name, value: value) }
        request.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        request.headers.replaceOrAdd(name: "User-Agent", value: "Vincula")
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            let response = try await client.execute(request, timeout: .seconds(10))
            let answer = try await response.body.collect(upTo: 65_536)
            switch response.status.code {
            case 200..<300:
                let json = JSONValue.parse(Data(answer.readableBytesView))
                return .taken(rejected: Self.rejected(json))
            case 429, 502, 503, 504: return .failed("The collector answered with status \(response.status.code).")
            default: return .refused("The collector answered with status \(response.status.code).")
            }
        } catch {
            return .failed("The collector cannot be reached.")
        }
    }

    /// The number of spans that a collector took the others without.
    private static func rejected(_ answer: JSONValue?) -> Int {
        switch answer?["partialSuccess"]?["rejectedSpans"] {
        case .string(let text)?: Int(text) ?? 0
        case .integer(let number)?: Int(clamping: number)
        default: 0
        }
    }
}
