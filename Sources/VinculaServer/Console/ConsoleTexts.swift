import Foundation
import VinculaCore

/// The console's texts in one language, by name; some have `{{variables}}`.
struct ConsoleTexts: Translated, Sendable {
    let byName: [String: String]

    private init(_ bytes: [UInt8]) {
        if case .object(let members)? = JSONValue.parse(Data(bytes)) {
            byName = members.compactMapValues(\.string)
        } else {
            byName = [:]
        }
    }

    subscript(name: String) -> String { byName[name] ?? name }

    /// Returns a text with its variables filled in.
    func callAsFunction(_ name: String, _ values: [String: String]) -> String { filled(self[name], values) }

    static let english = ConsoleTexts(PackageResources.console_en_json)
    static let spanish = ConsoleTexts(PackageResources.console_es_json)
    static let italian = ConsoleTexts(PackageResources.console_it_json)
    static let french = ConsoleTexts(PackageResources.console_fr_json)
    static let german = ConsoleTexts(PackageResources.console_de_json)
    static let portuguese = ConsoleTexts(PackageResources.console_pt_json)
}
