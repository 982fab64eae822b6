/// A message with a code, as it is sent.
package struct TextMessage: Hashable, Sendable {
    /// A last line by which a program on the phone recognises the code, so that nobody has to type it.
    package enum LastLine: Hashable, Sendable, Codable {
        case none
        /// An Android app, by the hash of its name and signature (SMS Retriever).
        case app(hash: String)
        /// A website (WebOTP, and iOS's keyboard): the browser offers the code only there.
        case website(domain: String)

        /// The last line for an Android app.
        ///
        /// - Parameter hash: As the client sends it.
        /// - Returns: `nil` unless it has the form of such a hash: 11 characters of Base64.
        package static func forApp(hash: String) -> LastLine? {
            guard hash.utf8.count == 11, hash.utf8.allSatisfy(isBase64) else { return nil }
            return .app(hash: hash)
        }

        /// The last line for a website.
        ///
        /// - Parameter domain: The host that the page is on.
        /// - Returns: `nil` for an address, and for what cannot be a host.
        package static func forWebsite(domain: String) -> LastLine? {
            guard domain.utf8.count <= 253, let host = HostName.ascii(domain) else { return nil }
            let labels = host.split(separator: ".", omittingEmptySubsequences: false)
            guard labels.allSatisfy({ isLabel($0) }), labels.last?.utf8.contains(where: { $0 >= UInt8(ascii: "a") }) == true
            else { return nil }
            return .website(domain: host)
        }

        private static func isLabel(_ label: Substring) -> Bool {
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
        }

        private static func isBase64(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "/"): true
            default: false
            }
        }

        fileprivate func text(code: String) -> String {
            switch self {
            case .none: ""
            case .app(let hash): "\n\(hash)"
            case .website(let domain): "\n\n@\(domain) #\(code)"
            }
        }
    }

    package let text: String

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - template: The project's template, or ours in the reader's language.
    ///   - code: Six digits.
    ///   - appName: The app's name, or the website's domain.
    ///   - lastLine: Left out if the message would have more than ``SMSTemplate/mostSegments`` segments with it.
    package init(_ template: SMSTemplate, code: String, appName: String, lastLine: LastLine = .none) {
        let plain = template.filled(code: code, appName: appName)
        let whole = plain + lastLine.text(code: code)
        text = SMSLength(whole).segments <= SMSTemplate.mostSegments ? whole : plain
    }
}
