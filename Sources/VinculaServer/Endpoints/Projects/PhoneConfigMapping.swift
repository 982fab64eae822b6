import IdentityToolkit
import VinculaCore

extension ProjectConfig.SignIn.PhoneNumber {
    /// Creates the administrators' view of a project's settings for phone sign-in.
    init(_ settings: PhoneSettings) {
        self.init(enabled: settings.isEnabled, testPhoneNumbers: settings.testNumbers.pairs)
    }

    /// Applies the fields that the mask covers; the test numbers are replaced as a whole.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout PhoneSettings, mask: FieldMask) throws(AuthError) {
        if mask.covers("signIn.phoneNumber.enabled"), let enabled { settings.isEnabled = enabled }
        if mask.covers("signIn.phoneNumber.testPhoneNumbers"), let testPhoneNumbers {
            do {
                settings.testNumbers = try TestPhoneNumbers(testPhoneNumbers)
            } catch {
                throw .invalidConfig("signIn.phoneNumber.testPhoneNumbers \(Self.words(error))")
            }
        }
    }

    static func words(_ fault: TestPhoneNumbers.Fault) -> String {
        switch fault {
        case .tooMany: "may have at most \(TestPhoneNumbers.most) numbers."
        case .number(let text, _): "has \(text.prefix(40)), which is not a phone number in the form +16505550100."
        case .twice(let number): "has \(number.value) twice."
        case .code(let number): "must have a code of \(TestPhoneNumbers.codeLength) digits for \(number.value)."
        }
    }
}

extension ProjectConfig.SMSRegions {
    /// Creates the administrators' view of the regions that a project sends messages to.
    init(_ policy: SMSRegionPolicy) {
        self.init()
        let codes = policy.regions.map(\.code)
        switch policy.form {
        case .only: allowlistOnly = .init(allowedRegions: codes)
        case .allExcept: allowByDefault = .init(disallowedRegions: codes)
        }
    }

    /// Replaces the policy.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to policy: inout SMSRegionPolicy) throws(AuthError) {
        switch (allowByDefault, allowlistOnly) {
        case (let list?, nil): policy = SMSRegionPolicy(.allExcept, try Self.regions(list.disallowedRegions))
        case (nil, let list?): policy = SMSRegionPolicy(.only, try Self.regions(list.allowedRegions))
        default: throw .invalidConfig("smsRegionConfig must have either allowByDefault or allowlistOnly.")
        }
    }

    private static func regions(_ codes: [String]?) throws(AuthError) -> [PhoneRegion] {
        let codes = codes ?? []
        guard codes.count <= 400 else { throw .invalidConfig("smsRegionConfig may name at most 400 regions.") }
        return try codes.map { code throws(AuthError) in
            guard let region = PhoneRegion(code) else {
                throw .invalidConfig("smsRegionConfig: \(code.prefix(20)) is not a region's code of two capitals, such as ES.")
            }
            return region
        }
    }
}

extension VinculaConfig.Phone {
    /// Creates the administrators' view of a project's own settings for text messages.
    init(_ settings: PhoneSettings) {
        self.init(
            messagesPerDay: settings.messagesPerDay, templates: settings.templates.mapValues(\.text),
            appVerification: settings.appVerification?.rawValue)
    }

    /// Applies the fields that the mask covers; the templates are replaced as a whole.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout PhoneSettings, mask: FieldMask) throws(AuthError) {
        if mask.covers("vincula.phone.messagesPerDay"), let messagesPerDay {
            guard (0...PhoneSettings.mostMessages).contains(messagesPerDay) else {
                throw .invalidConfig("vincula.phone.messagesPerDay must be from 0 to \(PhoneSettings.mostMessages).")
            }
            settings.messagesPerDay = messagesPerDay
        }
        let path = "vincula.phone.appVerification"
        if mask.covers(path), appVerification != nil || mask.namesOrHolds(path) {
            settings.appVerification = try appVerification.map { name throws(AuthError) in
                guard let level = AppVerification(rawValue: name) else {
                    let names = AppVerification.allCases.map(\.rawValue).joined(separator: " or ")
                    throw .invalidConfig("\(path) must be \(names).")
                }
                return level
            }
        }
        if mask.covers("vincula.phone.templates"), templates != nil || mask.namesOrHolds("vincula.phone.templates") {
            var checked: [String: SMSTemplate] = [:]
            for (name, text) in (templates ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let language = Language(rawValue: name) else {
                    throw .invalidConfig("vincula.phone.templates: \(name.prefix(20)) is not en, es, it, fr, de or pt.")
                }
                do {
                    checked[language.rawValue] = try SMSTemplate(text)
                } catch {
                    throw .invalidConfig("vincula.phone.templates.\(name) \(Self.words(error))")
                }
            }
            settings.templates = checked
        }
    }

    private static func words(_ fault: SMSTemplate.Fault) -> String {
        switch fault {
        case .code: "must contain %LOGIN_CODE% once."
        case .placeholder: "may contain the placeholders %LOGIN_CODE% and %APP_NAME% only."
        case .character: "must not contain control characters or invisible ones, except line breaks."
        case .tooLong: "is too long: a message may have at most \(SMSTemplate.mostSegments) segments."
        }
    }
}
