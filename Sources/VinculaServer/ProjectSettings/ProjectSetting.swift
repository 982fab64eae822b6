import IdentityToolkit
import VinculaCore

/// A setting of a project, as `vincula config` shows and changes it.
///
/// Its name is its path in `projects/{p}/config`, without the positions in lists. A word in capitals stands for one of several
/// names. What a value may be is decided by the code that decides it for a request there; the table says it in words.
package struct ProjectSetting: Sendable {
    /// The form of a value on the command line.
    package enum Kind: Hashable, Sendable {
        case truth
        /// A whole number, with its unit.
        case number(ClosedRange<Int>, unit: String)
        case choice([String])
        /// A text, with what it must be.
        case text(String)
        /// Several texts, with what each must be.
        case list(String)
        /// Several texts `NAME=VALUE`, with what they must be.
        case pairs(String)
        /// Several texts `PROVIDER=LEVEL` or `PROVIDER=LEVEL:DOMAIN+DOMAIN`.
        case trust
        case secret
    }

    /// The place of a value in a resource of the API.
    struct Place: Hashable, Sendable {
        /// The field that a request names and replaces.
        let field: String
        /// The way from the field to the value.
        let inside: [JSONStep]
        /// Indicates whether other values inside the field do not stay.
        let isAlone: Bool

        /// - Parameter text: `field`, `field|inside` or `field!inside`, whose value stands alone. A number is a position in a list.
        init(_ text: String) {
            isAlone = text.contains("!")
            let parts = text.split(maxSplits: 1, whereSeparator: { $0 == "|" || $0 == "!" })
            field = String(parts[0])
            inside = (parts.count > 1 ? parts[1].split(separator: ".") : []).map {
                Int($0).map(JSONStep.item) ?? .member(String($0))
            }
        }

        private init(field: String, inside: [JSONStep], isAlone: Bool) {
            (self.field, self.inside, self.isAlone) = (field, inside, isAlone)
        }

        /// The name of a setting at this place: its path, without what every rule for passwords is in.
        var name: String { apiPath.replacing("passwordPolicyVersions.customStrengthOptions.", with: "") }

        /// The path in the API, without positions in lists.
        var apiPath: String {
            ([field] + inside.compactMap { if case .member(let name) = $0 { name } else { nil } }).joined(separator: ".")
        }

        var fieldPath: [JSONStep] { field.split(separator: ".").map { .member(String($0)) } }
        var path: [JSONStep] { fieldPath + inside }

        /// The place with other names in it.
        func replacing(_ names: [String: String]) -> Place {
            Place(
                field: field.split(separator: ".").map { names[String($0)] ?? String($0) }.joined(separator: "."),
                inside: inside.map { if case .member(let name) = $0 { .member(names[name] ?? name) } else { $0 } },
                isAlone: isAlone)
        }
    }

    /// The name: the one that projects have, if they have it.
    package var name: String { (place ?? tenantPlace)?.name ?? "" }
    package let kind: Kind
    /// The purpose, one sentence or more.
    package let help: String
    /// The place in a project's settings; `nil` if only tenants have it.
    let place: Place?
    /// The place in a tenant's settings; `nil` if tenants do not have it.
    let tenantPlace: Place?

    /// - Parameters:
    ///   - place: The place in a project's settings.
    ///   - tenant: The place in a tenant's.
    init(_ place: String?, tenant: String? = nil, _ kind: Kind, _ help: String) {
        self.kind = kind
        self.help = help
        self.place = place.map(Place.init)
        tenantPlace = tenant.map(Place.init)
    }

    /// The name in a tenant; `nil` if tenants do not have it.
    package var tenantName: String? { tenantPlace?.name }
    /// Indicates whether projects have it, and not only tenants.
    package var isForProjects: Bool { place != nil }

    func place(inTenant: Bool) -> Place? { inTenant ? tenantPlace : place }

    /// The values that a word in capitals stands for.
    static let placeholders: [String: [String]] = [
        "LANGUAGE": Language.allCases.map(\.rawValue), "KIND": MailKind.allCases.map(\.rawValue),
        "TRIGGER": BlockingTrigger.allCases.map(\.rawValue), "TEMPLATE": ProjectConfig.Notification.templates.map(\.name),
    ]

    /// The setting for each of the names that its own stands for.
    package var variants: [ProjectSetting] {
        guard
            let word = name.split(separator: ".").map(String.init).first(where: { Self.placeholders[$0] != nil }),
            let values = Self.placeholders[word]
        else { return [self] }
        return values.flatMap { value in
            ProjectSetting(
                kind: kind, help: help, place: place?.replacing([word: value]),
                tenantPlace: tenantPlace?.replacing([word: value])
            ).variants
        }
    }

    private init(kind: Kind, help: String, place: Place?, tenantPlace: Place?) {
        (self.kind, self.help, self.place, self.tenantPlace) = (kind, help, place, tenantPlace)
    }
}
