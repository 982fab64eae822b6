import Foundation

extension Setting where Value == Bool {
    /// Declares a flag that takes no value on the command line.
    init(flag name: String, _ help: String) {
        self.init(SettingDescription(name: name, help: help, kind: .flag), fallback: false) { try $0.truth(name) }
    }
}

extension Setting where Value == Bool? {
    /// Declares a choice of `true` and `false`, whose default depends on something else.
    init(truth name: String, _ help: String, defaultWords: String) {
        self.init(SettingDescription(name: name, help: help, kind: .truth, default: .words(defaultWords)), fallback: nil) {
            try $0.truth(name)
        }
    }
}

extension Setting where Value == Int {
    /// Declares a whole number.
    ///
    /// - Parameters:
    ///   - defaultWords: The default in words, if the number depends on the machine.
    ///   - least: A setting whose value is a lower bound, too.
    ///   - most: A setting whose value is an upper bound, too.
    init(
        _ name: String, _ help: String, in range: ClosedRange<Int>, default: Int, defaultWords: String? = nil,
        atLeast least: SettingDescription.Bound? = nil,
        atMost most: SettingDescription.Bound? = nil
    ) {
        let about = SettingDescription(
            name: name, help: help, kind: .number(range, atLeast: least, atMost: most),
            default: defaultWords.map { .words($0) } ?? .value("\(`default`)"))
        self.init(about, fallback: `default`) { sources in
            let lower = try least?(Settings.all).value(in: sources) ?? range.lowerBound
            let upper = try most?(Settings.all).value(in: sources) ?? range.upperBound
            let bounds = max(lower, range.lowerBound)...min(upper, range.upperBound)
            return try sources.number(name, in: bounds) ?? min(max(`default`, bounds.lowerBound), bounds.upperBound)
        }
    }
}

extension Setting where Value == Int? {
    /// Declares a whole number whose default depends on another setting.
    init(_ name: String, _ help: String, in range: ClosedRange<Int>, defaultWords: String) {
        let about = SettingDescription(
            name: name, help: help, kind: .number(range), default: .words(defaultWords))
        self.init(about, fallback: nil) { try $0.number(name, in: range) }
    }
}

extension Setting where Value == String {
    /// Declares a text.
    init(_ name: String, _ help: String, default: String) {
        let about = SettingDescription(name: name, help: help, kind: .text, default: .value(`default`))
        self.init(about, fallback: `default`) { try $0.text(name) }
    }

    /// Declares an http or https URL; a slash at its end is removed.
    init(url name: String, _ help: String, default: String) {
        self.init(name, help, default: `default`, mustBe: WebAddress.requirement, parse: WebAddress.parse)
    }
}

extension Setting where Value == String? {
    /// Declares a text that need not be given.
    init(_ name: String, _ help: String, defaultWords: String? = nil) {
        self.init(name, help, defaultWords: defaultWords) { $0 }
    }

    /// Declares an http or https URL that need not be given; a slash at its end is removed.
    init(url name: String, _ help: String, defaultWords: String) {
        self.init(name, help, defaultWords: defaultWords, mustBe: WebAddress.requirement, parse: WebAddress.parse)
    }

    /// Declares a secret, which has no flag.
    init(secret name: String, _ help: String) { self.init(secret: name, help) { $0 } }
}

extension Setting where Value == [String] {
    /// Declares a list of texts.
    init(list name: String, _ help: String) {
        self.init(SettingDescription(name: name, help: help, kind: .list), fallback: []) { try $0.list(name) }
    }
}

extension Setting {
    /// Declares a setting whose value is made from a text.
    ///
    /// - Parameters:
    ///   - shown: The default as it would be given.
    ///   - mustBe: The requirement, to follow "it must be".
    ///   - parse: Returns `nil` for a text that does not meet the requirement, or throws ``ConfigurationError``.
    init(
        _ name: String, _ help: String, default: Value, shown: String? = nil, mustBe: String = "valid",
        parse: @escaping @Sendable (String) throws -> Value?
    ) {
        let about = SettingDescription(name: name, help: help, kind: .text, default: .value(shown ?? "\(`default`)"))
        self.init(about, fallback: `default`) { sources in
            guard let text = try sources.text(name) else { return nil }
            guard let value = try parse(text) else { throw about.invalid(text, mustBe: mustBe) }
            return value
        }
    }

    /// Declares a setting whose value is made from a text, and that need not be given.
    init<Wrapped>(
        _ name: String, _ help: String, defaultWords: String? = nil, mustBe: String = "valid",
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) where Value == Wrapped? {
        let about = SettingDescription(name: name, help: help, kind: .text, default: defaultWords.map { .words($0) } ?? .none)
        self.init(optional: about, mustBe: mustBe, parse: parse)
    }

    /// Declares a secret whose value is made from a text; it has no flag.
    init<Wrapped>(
        secret name: String, _ help: String, defaultWords: String? = nil, mustBe: String = "valid",
        parse: @escaping @Sendable (String) throws -> Wrapped?
    ) where Value == Wrapped? {
        let about = SettingDescription(
            name: name, help: help, kind: .text, default: defaultWords.map { .words($0) } ?? .none, place: .nowhere)
        self.init(optional: about, mustBe: mustBe, parse: parse)
    }

    private init<Wrapped>(
        optional about: SettingDescription, mustBe: String, parse: @escaping @Sendable (String) throws -> Wrapped?
    ) where Value == Wrapped? {
        self.init(about, fallback: nil) { sources in
            guard let text = try sources.text(about.name) else { return nil }
            guard let value = try parse(text) else { throw about.invalid(text, mustBe: mustBe) }
            return .some(value)
        }
    }

    /// Declares a choice of an enum's raw values.
    init(_ name: String, _ help: String, default: Value, mustBe: String) where Value: RawRepresentable<String> {
        self.init(name, help, default: `default`, shown: `default`.rawValue, mustBe: mustBe) { Value(rawValue: $0) }
    }

    /// Declares a setting whose value is made from a list.
    ///
    /// - Parameters:
    ///   - shown: The default as it would be given, if it is not the empty list.
    ///   - parse: Throws ``ConfigurationError`` for a list that makes no value.
    init(
        list name: String, _ help: String, default: Value, shown: String? = nil,
        parse: @escaping @Sendable ([String]) throws -> Value
    ) {
        let about = SettingDescription(name: name, help: help, kind: .list, default: shown.map { .value($0) } ?? .none)
        self.init(about, fallback: `default`) { try $0.list(name).map(parse) }
    }

    /// Declares a list whose elements are each made from a text.
    ///
    /// - Parameter each: The requirement for an element, to follow "each must be".
    init<Element>(
        list name: String, _ help: String, each: String, parse: @escaping @Sendable (String) -> Element?
    ) where Value == [Element] {
        self.init(list: name, help, default: []) { texts in
            try texts.map { text in
                guard let element = parse(text) else {
                    throw ConfigurationError(description: "\(name) contains \(text); each must be \(each).")
                }
                return element
            }
        }
    }
}

/// The check of settings that are URLs.
enum WebAddress {
    static let requirement = "an http or https URL"

    /// - Returns: The URL without a slash at its end; `nil` for anything but an https URL without a path.
    @Sendable static func parseOrigin(_ text: String) -> String? {
        guard let url = parse(text), url.hasPrefix("https://"), URL(string: url)?.path() == "" else { return nil }
        return url
    }

    /// - Returns: The URL without a slash at its end; `nil` for anything else.
    @Sendable static func parse(_ text: String) -> String? {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host() != nil,
            url.query == nil, url.fragment == nil
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    static let pageRequirement = "an http or https URL of at most 2048 plain characters, without a user name"

    /// Reads the address of a page, as a redirect names it.
    ///
    /// - Returns: `nil` for anything else.
    @Sendable static func parsePage(_ text: String) -> String? {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text),
            let scheme = url.scheme, ["http", "https"].contains(scheme.lowercased()), url.host()?.isEmpty == false,
            url.user() == nil
        else { return nil }
        return text
    }
}
