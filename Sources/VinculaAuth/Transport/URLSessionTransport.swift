import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with a `URLSession`.
final class URLSessionTransport: AuthTransport {
    private let session: URLSession
    private let exchanges = Exchanges()

    /// - Parameter timeout: The maximum time for an entire response, in seconds.
    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        // Not `data(for:)`: on Linux it hangs forever if it is cancelled just as its response arrives.
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task, continuation)
                if Task.isCancelled { exchanges.end(task, CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            DispatchQueue.global().async { [exchanges] in
                task.cancel()
                // A task that is cancelled just before it starts reports nothing.
                exchanges.end(task, CancellationError())
            }
        }
    }
}

/// The requests in progress and the responses received so far.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>
        var data = Data()
    }

    private let underWay = Locked<[Int: Exchange]>([:])

    func begin(_ task: URLSessionTask, _ continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>) {
        underWay.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
    }

    func end(_ task: URLSessionTask, _ error: any Error) { remove(task)?.continuation.resume(throwing: error) }

    private func remove(_ task: URLSessionTask) -> Exchange? {
        underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = underWay.withLock { underWay in
            underWay[dataTask.taskIdentifier]?.data.append(data)
            return underWay[dataTask.taskIdentifier].map { $0.data.count > HTTPTransport.longestAnswer } ?? false
        }
        guard isTooLong else { return }
        end(dataTask, URLError(.dataLengthExceedsMaximum))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return end(task, error) }
        guard let exchange = remove(task) else { return }
        if let response = task.response as? HTTPURLResponse {
            exchange.continuation.resume(returning: (exchange.data, response))
        } else {
            exchange.continuation.resume(throwing: URLError(.badServerResponse))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
