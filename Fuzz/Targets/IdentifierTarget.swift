import Foundation
import VinculaCore
import VinculaCrypto
import VinculaProviders
import VinculaServer

/// Short strings that identify something or grant access.
enum IdentifierTarget {
    private static let tokens = RefreshTokens(key: Data(repeating: 7, count: RefreshTokens.keyLength))

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        try checkPhone(text)
        try checkBase64URL(text, input)
        try checkRefreshToken(text, input)
        try checkAddress(input)
        try checkClaims(text)
        let mask = FieldMask(text)
        try demand(!mask.names("a.b") || mask.covers("a.b"), "A mask names what it does not cover")
        if ProjectScope.isProjectID(text) { try demand(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "A project \(text)") }
    }

    private static func checkPhone(_ text: String) throws {
        let isDigits = text.utf8.count == text.count && text.wholeMatch(of: /\+[1-9][0-9]{6,23}/) != nil
        try demand(PhoneNumber(text) == nil || isDigits, "\(text) is taken for a phone number")
        guard let number = try? PhoneNumber(typed: text) else { return }
        try demand(number.value.wholeMatch(of: /\+[1-9][0-9]{6,14}/) != nil, "\(text) became \(number)")
        try demand(PhoneNumber(number.value) == number, "\(number) has another form")
        try demand(PhoneNumber(stored: number.value) == number, "\(number) cannot be stored")
        try demand(number.isValid || number.fault != nil, "\(number) is neither valid nor not")
    }

    private static func checkBase64URL(_ text: String, _ input: [UInt8]) throws {
        if let data = Data(base64URL: text) {
            try demand(data.base64URL.isExactly(text), "\(text) has another spelling: \(data.base64URL)")
        }
        try demand(Data(base64URL: Data(input).base64URL) == Data(input), "Bytes do not survive base64url")
    }

    private static func checkRefreshToken(_ text: String, _ input: [UInt8]) throws {
        if let token = tokens.parse(text) { try demand(tokens.text(token).isExactly(text), "Two spellings of a refresh token") }
        let made = tokens.text(tokens.first())
        // Changing any byte must make it unreadable.
        guard input.count >= 2,
            let at = made.utf8.index(made.startIndex, offsetBy: Int(input[0]) % made.utf8.count, limitedBy: made.endIndex)
        else { return }
        var bytes = Array(made.utf8)
        let position = made.utf8.distance(from: made.startIndex, to: at)
        guard bytes[position] != input[1] else { return }
        bytes[position] = input[1]
        try demand(tokens.parse(String(decoding: bytes, as: UTF8.self)) == nil, "A refresh token with byte \(position) changed")
    }

    private static func checkAddress(_ input: [UInt8]) throws {
        for length in [4, 16] where input.count >= length {
            let address = IPAddress(bytes: Array(input.prefix(length)))
            try demand(!address.text.isEmpty, "An address without a text")
            guard length == 4 else { continue }
            for prefix in [
                [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8),
            ] {
                let mapped = IPAddress(bytes: prefix + input.prefix(4))
                try demand(mapped.place == address.place, "\(mapped.text) has another place than \(address.text)")
            }
        }
    }

    private static func checkClaims(_ text: String) throws {
        guard let claims = try? CustomClaims(text) else { return }
        try demand(text.utf8.count <= CustomClaims.maximumLength, "Claims of \(text.utf8.count) bytes")
        try demand(claims.members.keys.allSatisfy { !CustomClaims.reservedNames.contains($0) }, "A reserved claim in \(text)")
        try demand(CustomClaims(stored: claims.text) == claims, "Claims change when stored: \(text)")
    }
}
