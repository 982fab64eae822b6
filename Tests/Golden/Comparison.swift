import Foundation
import VinculaCore

/// Compares an answer with a recorded one, in which `<name>` stands for a value that differs each time.
enum Comparison {
    /// - Parameters:
    ///   - without: Members, as dotted paths without indices, that the recorded answer has and ours need not.
    ///   - with: Members that ours may have beside the recorded ones.
    /// - Returns: What differs, in words; empty if nothing does.
    static func differences(
        _ ours: JSONValue, _ golden: JSONValue, without: Set<String> = [], with: Set<String> = [], at path: String = ""
    ) -> [String] {
        switch (golden, ours) {
        case (.object(let golden), .object(let ours)):
            return Set(golden.keys).union(ours.keys).sorted().flatMap { name -> [String] in
                let path = path.isEmpty ? name : "\(path).\(name)"
                switch (golden[name], ours[name]) {
                case (let golden?, let ours?): return differences(ours, golden, without: without, with: with, at: path)
                case (_?, nil): return without.contains(path) ? [] : ["\(path) is missing"]
                case (nil, let ours?): return with.contains(path) ? [] : ["\(path) is too much: \(ours.text.prefix(60))"]
                case (nil, nil): return []
                }
            }
        case (.array(let golden), .array(let ours)):
            guard golden.count == ours.count else { return ["\(path) has \(ours.count) items, not \(golden.count)"] }
            return zip(ours, golden).flatMap { differences($0, $1, without: without, with: with, at: path) }
        case (.string(let golden), _) where golden.hasPrefix("<") && golden.hasSuffix(">"):
            return placeholder(golden, ours, at: path)
        case (.string(let golden), .string(let ours)) where golden.hasSuffix("/<tenantId>"):
            // A resource name: the end of it differs each time.
            let place = golden.dropLast("<tenantId>".count)
            return ours.hasPrefix(place) && ours.count > place.count ? [] : ["\(path) is \(ours), not \(golden)"]
        case (.string(let golden), .string(let ours)) where path.hasSuffix("rawUserInfo"):
            return JSONValue.parse(Data(golden.utf8)) == JSONValue.parse(Data(ours.utf8))
                ? [] : ["\(path): \(ours) is not \(golden)"]
        default:
            return ours == golden ? [] : ["\(path) is \(ours.text.prefix(120)), not \(golden.text.prefix(120))"]
        }
    }

    private static func placeholder(_ golden: String, _ ours: JSONValue, at path: String) -> [String] {
        switch golden {
        case "<auth_time>", "<iat>", "<exp>", "<timestamp:int>":
            return ours.int == nil ? ["\(path) is no number"] : []
        case "<timestamp>":
            let text = ours.string ?? ""
            let isDate = Int64(text) != nil || text.hasSuffix("Z")
            return isDate ? [] : ["\(path) is no time: \(ours.text)"]
        default:
            return ours.string?.isEmpty == false ? [] : ["\(path) is no text: \(ours.text)"]
        }
    }
}
