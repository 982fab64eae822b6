import CCurl

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
func giveMessage(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer, let context else { return 0 }
    let transfer = Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// Discards what a server sends; libcurl would print it.
func ignoreAnswer(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    size * count
}

/// Passes commands and replies on to a ``MailTransfer``. Only libcurl's debug callback sees them.
func noteCommand(
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
