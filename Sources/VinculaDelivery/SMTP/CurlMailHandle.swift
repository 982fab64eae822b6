import CCurl

/// Creates libcurl handles for mail.
enum CurlMailHandle {
    /// libcurl must be initialised once in a process, before anything else.
    private static let setUp = ccurl_global_init()

    /// Creates a handle with all options that do not change from mail to mail.
    ///
    /// - Returns: A handle that the caller must free with ``free(_:)``.
    /// - Throws: A temporary failure if this libcurl does not support an option.
    static func make(_ options: SMTPOptions) throws(SMTPFailure) -> UnsafeMutableRawPointer {
        try checkCurl(setUp)
        guard let handle = curl_easy_init() else { throw SMTPFailure(CURLE_FAILED_INIT) }
        do throws(SMTPFailure) {
            try setTarget(handle, options)
            try setSecurity(handle, options)
            try setLimits(handle, options)
            try setCallbacks(handle)
        } catch {
            curl_easy_cleanup(handle)
            throw error
        }
        return handle
    }

    /// Sends QUIT on a kept connection, without waiting for a reply, and frees a handle.
    static func free(_ handle: UnsafeMutableRawPointer?) {
        guard let handle else { return }
        ccurl_stop_reading(handle)
        curl_easy_cleanup(handle)
    }

    private static func setTarget(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        try checkCurl(ccurl_allow_only_mail(handle))
        try checkCurl(ccurl_set_string(handle, CURLOPT_URL, options.url))
        // An empty string disables proxies; without it, libcurl would use the environment's.
        try checkCurl(ccurl_set_string(handle, CURLOPT_PROXY, ""))
        try checkCurl(ccurl_set_long(handle, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_UPLOAD, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1))
        guard let username = options.username, let password = options.password else { return }
        try checkCurl(ccurl_set_string(handle, CURLOPT_USERNAME, username))
        try checkCurl(ccurl_set_string(handle, CURLOPT_PASSWORD, password))
        // Otherwise libcurl tries Kerberos and NTLM first if a server offers them, and gives up when they fail.
        try checkCurl(ccurl_set_string(handle, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN;AUTH=CRAM-MD5"))
    }

    private static func setSecurity(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        let use = options.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        try checkCurl(ccurl_set_long(handle, CURLOPT_USE_SSL, Int(use.rawValue)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2))
        try checkCurl(ccurl_require_modern_tls(handle))
        guard let file = options.caFile else { return }
        try checkCurl(ccurl_set_string(handle, CURLOPT_CAINFO, file))
        // Otherwise the system's folder would be trusted beside the file.
        try checkCurl(ccurl_set_string(handle, CURLOPT_CAPATH, nil))
    }

    private static func setLimits(_ handle: UnsafeMutableRawPointer, _ options: SMTPOptions) throws(SMTPFailure) {
        // Signals would interrupt other threads of the process.
        try checkCurl(ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT, max(1, options.connectTimeout)))
        try checkCurl(ccurl_set_long(handle, CURLOPT_TIMEOUT, max(1, options.timeout)))
        // This is long, because servers that inspect a mail before they accept it send nothing meanwhile.
        try checkCurl(ccurl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1))
        try checkCurl(ccurl_set_long(handle, CURLOPT_LOW_SPEED_TIME, 90))
    }

    private static func setCallbacks(_ handle: UnsafeMutableRawPointer) throws(SMTPFailure) {
        try checkCurl(ccurl_set_data_callback(handle, CURLOPT_READFUNCTION, giveMessage))
        try checkCurl(ccurl_set_data_callback(handle, CURLOPT_WRITEFUNCTION, ignoreAnswer))
        try checkCurl(ccurl_set_debug_callback(handle, noteCommand))
        try checkCurl(ccurl_set_long(handle, CURLOPT_VERBOSE, 1))
    }
}

/// - Throws: A temporary failure for any result but success.
func checkCurl(_ result: CURLcode) throws(SMTPFailure) {
    if result != CURLE_OK { throw SMTPFailure(result) }
}

// MARK: Callbacks

/// The data that libcurl's callbacks read and record while one mail is sent.
///
/// libcurl calls back on the sending thread, within `curl_easy_perform`; nothing else uses the transfer meanwhile.
final class MailTransfer {
    /// The command that was last sent to the server.
    enum Progress: Int, Comparable {
        case greeting, sender, recipient, message

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        /// The subject of a refusal; `nil` for a refused greeting or refused TLS.
        var subject: String? {
            switch self {
            case .greeting: nil
            case .sender: "sender"
            case .recipient: "recipient"
            case .message: "message"
            }
        }
    }

    private(set) var progress = Progress.greeting
    /// The enhanced status code (RFC 3463) of the server's last refusal, such as `5.4.5`.
    private(set) var enhancedStatus: String?
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Copies the next bytes of the message.
    ///
    /// - Returns: The number of bytes; 0 at the end.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        // libcurl reads only after the server has accepted DATA.
        progress = .message
        let count = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return count
    }

    /// Records the server's reply: of `550 5.4.5 Daily quota exceeded`, only the second word.
    fileprivate func note(reply: UnsafeRawBufferPointer) {
        // The later reply to QUIT is not a refusal.
        guard let digit = reply.first, digit == UInt8(ascii: "4") || digit == UInt8(ascii: "5") else { return }
        let words = reply.prefix(64).split(separator: UInt8(ascii: " "), maxSplits: 2)
        let isStatus =
            words.count > 1 && words[1].split(separator: UInt8(ascii: ".")).count == 3
            && words[1].allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        enhancedStatus = isStatus ? String(decoding: words[1], as: UTF8.self) : nil
    }

    /// Records a command. Passwords pass through here, but never match: base64 contains no colon.
    fileprivate func note(command: UnsafeRawBufferPointer) {
        if command.starts(with: "MAIL FROM:".utf8) { progress = .sender }
        if command.starts(with: "RCPT TO:".utf8) { progress = .recipient }
    }
}

/// Gives libcurl the message; the context is a ``MailTransfer`` that outlives the call.
private func giveMessage(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer, let context else { return 0 }
    let transfer = Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// Discards what a server sends; libcurl would print it.
private func ignoreAnswer(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    size * count
}

/// Passes commands and replies on to a ``MailTransfer``. Only libcurl's debug callback sees them.
private func noteCommand(
    _ handle: UnsafeMutableRawPointer?, _ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> CInt {
    if type == CURLINFO_HEADER_IN, let bytes, let context {
        let reply = UnsafeRawBufferPointer(start: bytes, count: count)
        Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().note(reply: reply)
    }
    if type == CURLINFO_HEADER_OUT, let bytes, let context {
        let command = UnsafeRawBufferPointer(start: bytes, count: count)
        Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().note(command: command)
    }
    return 0
}
