import Foundation
import VinculaCore

/// The account page's texts in one language, by name; some have `{{variables}}`.
struct AccountTexts: Translated, Sendable {
    let file: EmbeddedFile
    let byName: [String: String]

    private init(_ bytes: [UInt8]) {
        file = EmbeddedFile(bytes, type: "application/json; charset=utf-8")
        if case .object(let members)? = JSONValue.parse(Data(bytes)) {
            byName = members.compactMapValues(\.string)
        } else {
            byName = [:]
        }
    }

    subscript(name: String) -> String { byName[name] ?? name }

    static let english = AccountTexts(PackageResources.account_en_json)
    static let spanish = AccountTexts(PackageResources.account_es_json)
    static let italian = AccountTexts(PackageResources.account_it_json)
    static let french = AccountTexts(PackageResources.account_fr_json)
    static let german = AccountTexts(PackageResources.account_de_json)
    static let portuguese = AccountTexts(PackageResources.account_pt_json)
}

extension Language {
    /// The language's own name.
    var ownName: String {
        switch self {
        case .english: "English"
        case .spanish: "Español"
        case .italian: "Italiano"
        case .french: "Français"
        case .german: "Deutsch"
        case .portuguese: "Português"
        }
    }
}
