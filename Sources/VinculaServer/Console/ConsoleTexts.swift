import Foundation
import VinculaCore

/// The console's texts in one language, by name; some have `{{variables}}`.
struct ConsoleTexts: Translated, Sendable {
    let byName: [String: String]

    /// - Parameter files: JSON objects with names of their own.
    private init(_ files: [UInt8]...) {
        byName = files.reduce(into: [:]) { texts, bytes in
            guard case .object(let members)? = JSONValue.parse(Data(bytes)) else { return }
            texts.merge(members.compactMapValues(\.string)) { first, _ in first }
        }
    }

    subscript(name: String) -> String { byName[name] ?? name }

    /// The name of an action of the audit log; its code if a newer version recorded it.
    func name(of action: AuditAction) -> String { byName["action.\(action.rawValue)"] ?? action.rawValue }

    /// Returns a text with its variables filled in.
    func callAsFunction(_ name: String, _ values: [String: String]) -> String { filled(self[name], values) }

    static let english = ConsoleTexts(
        PackageResources.console_en_json, PackageResources.console_settings_en_json, PackageResources.console_shown_en_json,
        PackageResources.audit_words_en_json)
    static let spanish = ConsoleTexts(
        PackageResources.console_es_json, PackageResources.console_settings_es_json, PackageResources.console_shown_es_json,
        PackageResources.audit_words_es_json)
    static let italian = ConsoleTexts(
        PackageResources.console_it_json, PackageResources.console_settings_it_json, PackageResources.console_shown_it_json,
        PackageResources.audit_words_it_json)
    static let french = ConsoleTexts(
        PackageResources.console_fr_json, PackageResources.console_settings_fr_json, PackageResources.console_shown_fr_json,
        PackageResources.audit_words_fr_json)
    static let german = ConsoleTexts(
        PackageResources.console_de_json, PackageResources.console_settings_de_json, PackageResources.console_shown_de_json,
        PackageResources.audit_words_de_json)
    static let portuguese = ConsoleTexts(
        PackageResources.console_pt_json, PackageResources.console_settings_pt_json, PackageResources.console_shown_pt_json,
        PackageResources.audit_words_pt_json)
}
