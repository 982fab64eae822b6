import Foundation
import VinculaCore

/// The account page's texts in one language, by name; some have `{{variables}}`.
struct AccountTexts: Sendable {
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

    static func of(_ language: Language) -> AccountTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .italian: italian
        case .french: french
        case .german: german
        case .portuguese: portuguese
        }
    }

    private static let english = AccountTexts(PackageResources.account_en_json)
    private static let spanish = AccountTexts(PackageResources.account_es_json)
    private static let italian = AccountTexts(PackageResources.account_it_json)
    private static let french = AccountTexts(PackageResources.account_fr_json)
    private static let german = AccountTexts(PackageResources.account_de_json)
    private static let portuguese = AccountTexts(PackageResources.account_pt_json)
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
