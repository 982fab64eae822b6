/// The length of a message on its way through a phone network (3GPP TS 23.038 and 23.040).
///
/// Messages that GSM's own alphabet can write have 160 characters in one segment, all others 70 UTF-16 units. In several
/// segments each is a little shorter, and nothing is divided between two: not an escaped character, not a surrogate pair.
package struct SMSLength: Hashable, Sendable {
    /// True if the message is written in GSM's alphabet of seven bits.
    package let isGSM: Bool
    /// Septets or UTF-16 units.
    package let units: Int
    package let segments: Int

    package init(_ text: String) {
        let gsm = text.unicodeScalars.map { Self.septets[$0] }
        isGSM = !gsm.contains(nil)
        let lengths = isGSM ? gsm.compactMap(\.self) : text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }
        let (alone, together) = isGSM ? (160, 153) : (70, 67)
        units = lengths.reduce(0, +)
        guard units > alone else {
            segments = units == 0 ? 0 : 1
            return
        }
        var segments = 1
        var used = 0
        for length in lengths {
            if used + length > together {
                segments += 1
                used = 0
            }
            used += length
        }
        self.segments = segments
    }

    private static let septets: [Unicode.Scalar: Int] = {
        let basic =
            "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
            + "¿abcdefghijklmnopqrstuvwxyzäöñüà"
        let escaped = "\u{C}^{}\\[~]|€"
        var septets: [Unicode.Scalar: Int] = [:]
        for scalar in basic.unicodeScalars { septets[scalar] = 1 }
        for scalar in escaped.unicodeScalars { septets[scalar] = 2 }
        return septets
    }()
}
