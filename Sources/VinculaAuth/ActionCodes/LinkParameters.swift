import Foundation

/// The parameters of an email's link, unwrapped from any links around it.
///
/// Hosts that open apps pass the link on as `link` or `deep_link_id` of another link, percent-encoded once, twice or not at
/// all. Both the query and, for pages that keep their parameters there, the fragment are read. A link is untrusted input.
struct LinkParameters {
    private static let wrappers = ["link", "deep_link_id"]
    private static let longest = 32 * 1024
    private static let deepest = 4

    /// The decoded parameters by name.
    let values: [String: String]

    init(_ link: String) {
        values = link.utf8.count <= Self.longest ? Self.collect(link, depth: 0) : [:]
    }

    /// Returns a parameter, or nil if it is missing or empty.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    private static func collect(_ link: String, depth: Int) -> [String: String] {
        let own = parameters(of: decodedAddress(link))
        guard depth < deepest else { return own }
        let inner = wrappers.compactMap { own[$0] }.map { collect($0, depth: depth + 1) }
        // The link with the code takes precedence; wrappers supply missing parameters, because an unencoded inner link is
        // split up.
        let all = [own] + inner
        let first = all.firstIndex { !($0["oobCode"] ?? "").isEmpty } ?? 0
        return all.reduce(into: all[first]) { result, other in result.merge(other) { mine, _ in mine } }
    }

    /// Decodes a URL that was encoded once too often and therefore has no question mark.
    private static func decodedAddress(_ link: String) -> String {
        var link = link
        for _ in 0..<deepest {
            guard !link.contains("?"), !link.contains("#"), let decoded = link.removingPercentEncoding, decoded != link else {
                break
            }
            link = decoded
        }
        return link
    }

    private static func parameters(of link: String) -> [String: String] {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.first.flatMap { afterQuestionMark($0) }
        let fragment = parts.count == 2 ? afterQuestionMark(parts[1]) ?? parts[1] : nil
        var values: [String: String] = [:]
        for pair in [query, fragment].compactMap({ $0 }).flatMap({ $0.split(separator: "&") }) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, let name = halves.first?.removingPercentEncoding, values[name] == nil else { continue }
            values[name] = halves[1].removingPercentEncoding ?? halves[1]
        }
        return values
    }

    private static func afterQuestionMark(_ text: Substring) -> Substring? {
        text.firstIndex(of: "?").map { text[text.index(after: $0)...] }
    }
}
