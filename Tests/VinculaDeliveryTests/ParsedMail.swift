import Foundation
import SMTPSink

/// A message as Python's `email` reads it.
struct ParsedMail: Decodable {
    /// In their order; encoded words are decoded.
    let headers: [[String]]
    /// The types of the parts, in their order.
    let types: [String]
    /// The name and the address of the sender.
    let from: [String]
    let text: String
    let html: String
    /// The defects that Python found.
    let defects: [String]

    init(_ message: String) throws {
        let script = """
            import email, email.header, email.policy, email.utils, json, sys
            message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            parts = list(message.iter_parts())
            defects = list(message.defects) + [d for _, v in message.items() for d in v.defects]
            defects += [d for part in parts for d in part.defects]
            def content(part):
                return part.get_content().replace("\\r\\n", "\\n")
            # Not by the policy: Python 3.11's leaves spaces between the encoded words of a name.
            raw = dict(message.raw_items())["From"].replace("\\r\\n", "").replace("\\n", "")
            name, address = email.utils.parseaddr(raw)
            name = str(email.header.make_header(email.header.decode_header(name)))
            print(json.dumps({
                "from": [name, address],
                "headers": [[name, str(value)] for name, value in message.items()],
                "types": [part.get_content_type() for part in parts],
                "text": content(parts[0]), "html": content(parts[1]),
                "defects": [repr(defect) for defect in defects],
            }))
            """
        let process = Process()
        process.executableURL = SMTPSink.python
        process.arguments = ["-c", script]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // One byte for each character: messages are ASCII, what came over the wire is latin-1.
        input.fileHandleForWriting.write(Data(message.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    /// All values of a header.
    func values(_ name: String) -> [String] { headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] } }
}
