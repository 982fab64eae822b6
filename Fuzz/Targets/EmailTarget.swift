import Foundation
import VinculaCore

/// An email address. Accepted addresses are written to a store, tokens and mail headers, which all rely on their form.
enum EmailTarget {
    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        guard let email = EmailAddress(text) else { return }
        let value = email.value
        try checkForm(value)
        try demand(EmailAddress(value)?.value.isExactly(value) == true, "\(value) is not its own canonical form")
        try demand(EmailAddress(value.uppercased()) == email, "\(value) changes with case")
        let coded = try JSONDecoder().decode(EmailAddress.self, from: JSONEncoder().encode(email))
        try demand(coded == email, "\(value) does not survive JSON")
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            let lowered = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
            try demand(value.utf8.elementsEqual(lowered), "\(text) became \(value)")
        } else {
            try demand(email.domain.contains("xn--"), "\(text) is mistaken for \(value)")
        }
    }

    private static func checkForm(_ value: String) throws {
        try demand(value.utf8.count <= 254, "\(value) has \(value.utf8.count) bytes")
        let parts = value.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        try demand(parts.count == 2, "\(value) has \(parts.count - 1) @")
        // No spaces or control characters, and nothing that delimits a part of a header, a URL's authority or HTML.
        let forbidden = Set(#"()<>[]:;,\" "#.utf8)
        try demand(value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !forbidden.contains($0) }, "\(value) is malformed")
        try demand(!value.utf8.contains { (0x41...0x5A).contains($0) }, "\(value) has capitals")
        try demand((1...64).contains(parts[0].count), "\(value) has a local part of \(parts[0].count) bytes")
        for part in parts {
            let dots = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            try demand(dots.allSatisfy { !$0.isEmpty }, "\(value) has an extra dot")
        }
        let labels = parts[1].split(separator: UInt8(ascii: "."))
        try demand(labels.count >= 2, "\(value) has a domain of one label")
        for label in labels {
            let isSound = label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            try demand(isSound, "\(value) has an invalid label")
        }
    }
}
