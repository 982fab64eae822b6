import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import VinculaCore
package import VinculaEngine

/// Sends text messages through an HTTP gateway.
package struct TextGateway: Sendable {
    /// The longest answer that is read, in bytes.
    private static let longestAnswer = 64 << 10

    let options: TextGatewayOptions
    let client: HTTPClient

    /// - Parameters:
    ///   - options: The gateway.
    ///   - client: A client made by ``makeClient()``.
    init(_ options: TextGatewayOptions, client: HTTPClient) {
        self.options = options
        self.client = client
    }

    /// Sends one message through a gateway.
    package static func send(_ text: RenderedText, id: String, through options: TextGatewayOptions) async -> MessageOutcome {
        let client = makeClient()
        let outcome = await TextGateway(options, client: client).send(text, id: id)
        try? await client.shutdown()
        return outcome
    }

    /// Makes a client that follows no redirects: a message and its secret go to the configured address only.
    static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        // A connection that the gateway closed meanwhile would leave it unknown whether a message was sent.
        configuration.connectionPool.idleTimeout = .seconds(5)
        configuration.timeout.connect = .seconds(10)
        // The time for a request ends with the head of its answer.
        configuration.timeout.read = .seconds(60)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - id: The message's id, which is the same at each attempt.
    /// - Returns: The outcome; its reason has neither the number nor the text.
    func send(_ text: RenderedText, id: String) async -> MessageOutcome {
        let response: HTTPClientResponse
        let body: ByteBuffer
        do {
            response = try await client.execute(request(text, id: id), timeout: .seconds(Int64(options.timeoutSeconds)))
            // Whatever the rest of an answer is, its status counts.
            body = (try? await response.body.collect(upTo: Self.longestAnswer)) ?? ByteBuffer()
        } catch {
            return Self.isUnsent(error)
                ? .failed("The SMS gateway cannot be reached.") : unknown("The SMS gateway did not answer.")
        }
        return outcome(status: Int(response.status.code), body: Data(body.readableBytesView))
    }

    func request(_ text: RenderedText, id: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: options.url)
        request.method = .POST
        request.headers.add(name: "Accept", value: "application/json")
        switch options.form {
        case .json:
            let members = ["id": id, "to": text.to.value, "text": text.text, "from": options.from]
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "Authorization", value: "Bearer \(options.token)")
            request.headers.add(name: "Idempotency-Key", value: id)
            let body = JSONValue.object(members.compactMapValues { $0.map { .string($0) } })
            request.body = .bytes(ByteBuffer(string: body.text))
        case .twilio(let account):
            var fields = [("To", text.to.value), ("Body", text.text)]
            if let from = options.from { fields.append((from.hasPrefix("MG") ? "MessagingServiceSid" : "From", from)) }
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            let credentials = Data("\(account):\(options.token)".utf8).base64EncodedString()
            request.headers.add(name: "Authorization", value: "Basic \(credentials)")
            request.body = .bytes(ByteBuffer(string: QueryText.encode(fields)))
        }
        return request
    }

    /// Judges an answer.
    func outcome(status: Int, body: Data) -> MessageOutcome {
        switch status {
        case 200..<300: return .sent
        // Refused before anything was done.
        case 429, 503: return .failed("The SMS gateway is busy (status \(status)).")
        case 408, 500...: return unknown("The SMS gateway failed (status \(status)).")
        case 300..<400: return .refused("The SMS gateway answered with a redirect (status \(status)): check sms.url.")
        case 401, 403: return .refused("The SMS gateway refused the credentials (status \(status)): check sms.token.")
        default:
            let reason = twilioReason(body).map { " \($0)" } ?? ""
            return .refused("The SMS gateway refused the message (status \(status)).\(reason)")
        }
    }

    /// Returns the outcome of a request that may have been carried out: nobody gets a code twice.
    private func unknown(_ reason: String) -> MessageOutcome {
        options.form.isRepeatable
            ? .failed(reason) : .refused("\(reason) The message may have been sent, so it is not sent again.")
    }

    /// The reason in an answer of Twilio's, by its number: its text may contain the recipient.
    private func twilioReason(_ body: Data) -> String? {
        guard case .twilio = options.form, let code = JSONValue.parse(body)?["code"]?.int else { return nil }
        switch code {
        case 20003: return "Twilio error 20003: the account or the token is wrong."
        case 21211, 21614: return "Twilio error \(code): the number cannot receive text messages."
        case 21408: return "Twilio error 21408: the account may not send to this region."
        case 21606, 21659: return "Twilio error \(code): sms.from is not a sender of the account."
        case 21610: return "Twilio error 21610: the recipient has unsubscribed."
        default: return "Twilio error \(code)."
        }
    }

    /// True if an error shows that nothing was sent.
    private static func isUnsent(_ error: any Error) -> Bool {
        if error is NIOConnectionError { return true }
        // At an address that is no name. Only connecting fails like this.
        if let error = error as? IOError, error.errnoCode == ECONNREFUSED { return true }
        return switch error as? HTTPClientError {
        case .connectTimeout, .getConnectionFromPoolTimeout, .invalidURL, .emptyHost, .tlsHandshakeTimeout: true
        default: false
        }
    }
}
