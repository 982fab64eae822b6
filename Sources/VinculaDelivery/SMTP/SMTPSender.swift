import CCurl
import Dispatch
import Foundation
import VinculaCore

/// Hands mails over to a mail server, one at a time.
///
/// The connection stays open for the next mail. With TLS, the server's certificate and name are always verified. The
/// environment's proxies and `.netrc` are ignored.
package final class SMTPSender: @unchecked Sendable {
    /// The result of one attempt to send a mail.
    private struct Attempt {
        let result: CURLcode
        /// The server's last reply, 0 for none.
        let code: Int
        /// Indicates whether the connection was kept from the previous mail.
        let isReused: Bool
        let progress: MailTransfer.Progress
        /// The enhanced status code of the last reply, if it had one.
        let status: String?

        /// True if a kept connection broke before any of this mail's content was sent.
        ///
        /// libcurl does not reuse a kept connection that it sees closed, but does not recover from one that breaks just then.
        var isStale: Bool {
            guard isReused, progress < .message else { return false }
            let isBroken = [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_WEIRD_SERVER_REPLY].contains(result)
            return isBroken && (code == 421 || !(400..<600).contains(code))
        }
    }

    // Unchecked: the handle is only used under the lock.
    private let lock = NSLock()
    private var handle: UnsafeMutableRawPointer?
    private var isClosed = false
    private let options: SMTPOptions
    private let queue = DispatchQueue(label: "vincula.smtp")

    /// Makes a sender; it connects with the first mail.
    package init(options: SMTPOptions) { self.options = options }

    deinit { CurlMailHandle.free(handle) }

    /// Sends a mail, and waits until the server has accepted it.
    ///
    /// It blocks the thread for as long as the options allow: do not call it on event loops or on Swift's own threads. Calls
    /// from several threads wait for each other.
    ///
    /// - Parameter message: The mail. Its sender and its recipient are those of the envelope too.
    /// - Throws: ``SMTPFailure``. If the connection broke after the whole message was sent, the server may have accepted it.
    package func send(_ message: MailMessage) throws(SMTPFailure) {
        lock.lock()
        defer { lock.unlock() }
        let handle = try opened()
        var attempt = try perform(MailTransfer(message.bytes), of: message, on: handle, isFresh: false)
        if attempt.isStale { attempt = try perform(MailTransfer(message.bytes), of: message, on: handle, isFresh: true) }
        if attempt.result == CURLE_OK { return }
        throw SMTPFailure(attempt.result, code: attempt.code, progress: attempt.progress, status: attempt.status)
    }

    /// Sends a mail on the sender's own thread.
    ///
    /// Cancelling the task does not stop the mail: it may already have been accepted.
    ///
    /// - Parameter message: The mail.
    /// - Throws: As ``send(_:)`` does.
    package func deliver(_ message: MailMessage) async throws(SMTPFailure) {
        let result: Result<Void, SMTPFailure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(SMTPFailure) in try self.send(message) })
            }
        }
        try result.get()
    }

    /// Closes the connection, once the mail in progress has been sent. Nothing can be sent afterwards.
    ///
    /// It blocks until that mail has been sent.
    package func close() {
        lock.lock()
        defer { lock.unlock() }
        isClosed = true
        CurlMailHandle.free(handle)
        handle = nil
    }

    private func perform(
        _ transfer: MailTransfer, of message: MailMessage, on handle: UnsafeMutableRawPointer, isFresh: Bool
    ) throws(SMTPFailure) -> Attempt {
        guard let recipients = curl_slist_append(nil, message.to.value) else { throw .init(CURLE_OUT_OF_MEMORY) }
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        let resolution = options.resolution.flatMap { curl_slist_append(nil, $0) }
        defer {
            // The handle outlives all of these, and sends QUIT when it is freed, which would call back.
            _ = ccurl_set_pointer(handle, CURLOPT_READDATA, nil)
            _ = ccurl_set_pointer(handle, CURLOPT_DEBUGDATA, nil)
            _ = ccurl_set_list(handle, CURLOPT_MAIL_RCPT, nil)
            curl_slist_free_all(recipients)
            _ = ccurl_set_list(handle, CURLOPT_RESOLVE, nil)
            curl_slist_free_all(resolution)
        }
        try checkCurl(ccurl_set_pointer(handle, CURLOPT_READDATA, context))
        try checkCurl(ccurl_set_pointer(handle, CURLOPT_DEBUGDATA, context))
        try checkCurl(ccurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients))
        if !options.addresses.isEmpty {
            guard resolution != nil else { throw .init(CURLE_OUT_OF_MEMORY) }
            try checkCurl(ccurl_set_list(handle, CURLOPT_RESOLVE, resolution))
        }
        try checkCurl(ccurl_set_string(handle, CURLOPT_MAIL_FROM, message.from.value))
        try checkCurl(ccurl_set_long(handle, CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0))
        let result = withExtendedLifetime(transfer) { curl_easy_perform(handle) }
        var code = 0
        var connections = 1
        // An error thrown from here on would make a sent mail look unsent.
        _ = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &code)
        _ = ccurl_get_long(handle, CURLINFO_NUM_CONNECTS, &connections)
        return Attempt(
            result: result, code: code, isReused: connections == 0, progress: transfer.progress,
            status: transfer.enhancedStatus)
    }

    private func opened() throws(SMTPFailure) -> UnsafeMutableRawPointer {
        if isClosed { throw SMTPFailure(kind: .temporary, code: nil, text: "The mail sender is closed") }
        if let handle { return handle }
        let handle = try CurlMailHandle.make(options)
        self.handle = handle
        return handle
    }
}
