import Foundation
import VinculaCore

/// The help of projects' settings in one language. Its names are the English sentences, which the table of settings has.
struct SettingWords: Translated, Sendable {
    let byEnglish: [String: String]

    private init(_ bytes: [UInt8]) {
        guard case .object(let members)? = JSONValue.parse(Data(bytes)) else {
            byEnglish = [:]
            return
        }
        byEnglish = members.compactMapValues(\.string)
    }

    subscript(english: String) -> String { byEnglish[english] ?? english }

    static let english = SettingWords([])
    static let spanish = SettingWords(PackageResources.setting_words_es_json)
    static let italian = SettingWords(PackageResources.setting_words_it_json)
    static let french = SettingWords(PackageResources.setting_words_fr_json)
    static let german = SettingWords(PackageResources.setting_words_de_json)
    static let portuguese = SettingWords(PackageResources.setting_words_pt_json)
}

extension ProjectSetting {
    /// The sentences about the setting that are translated.
    var sentences: [String] {
        switch kind {
        case .number(_, let unit): [help] + (unit.isEmpty ? [] : [unit])
        case .text(let form), .list(let form), .pairs(let form): [help, form]
        case .truth, .choice, .trust, .secret: [help]
        }
    }
}

extension ConsoleContext {
    /// The allowed values of a setting in words; `nil` if the form says it.
    func allowed(_ setting: ProjectSetting) -> String? {
        let words = SettingWords.of(language)
        return switch setting.kind {
        case .truth, .choice: nil
        case .number(let range, let unit):
            texts(
                "setting.range",
                ["from": "\(range.lowerBound)", "to": "\(range.upperBound)", "unit": unit.isEmpty ? "" : " " + words[unit]])
        case .text(let form): texts("setting.form", ["form": words[form]])
        case .list(let form): texts("setting.list", ["form": words[form]])
        case .pairs(let form): texts("setting.list", ["form": words[form]])
        case .trust: texts["setting.trust"]
        case .secret: texts["setting.secret"]
        }
    }
}
