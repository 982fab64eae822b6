package import Foundation

/// What a function answered: the changes that it makes to an account, checked as an administrator's are.
package struct BlockingAnswer: Hashable, Sendable {
    /// The longest answer, in bytes.
    package static let longest = 65_536

    /// A value that a function sets; `nil` removes it.
    package struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
        package let value: Value?

        package init(_ value: Value?) { self.value = value }
    }

    package var displayName: Change<String>?
    package var photoURL: Change<String>?
    package var isDisabled: Bool?
    package var emailVerified: Bool?
    package var customClaims: CustomClaims?
    /// The claims that only the tokens of this sign-in have.
    package var sessionClaims: CustomClaims?
    /// True if the request is to be refused (`recaptchaActionOverride`).
    package var isBlocked = false

    package init() {}

    /// An answer that cannot be used, in words.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// Reads the body of a successful answer.
    ///
    /// - Parameters:
    ///   - body: As received, of at most ``longest`` bytes.
    ///   - trigger: What was asked about.
    /// - Throws: ``Fault``.
    package init(_ body: Data, to trigger: BlockingTrigger) throws(Fault) {
        guard body.count <= Self.longest else { throw Fault("The response body is too long.") }
        guard let json = JSONValue.parse(body) else { throw Fault("Response body is not valid JSON.") }
        guard case .object(let members) = json else { throw Fault("The response body is not a JSON object.") }
        switch members["recaptchaActionOverride"] ?? .null {
        case .null, "ALLOW": break
        case "BLOCK": isBlocked = true
        default: throw Fault("recaptchaActionOverride must be ALLOW or BLOCK.")
        }
        guard let record = members["userRecord"], record != .null else { return }
        guard case .object(let fields) = record else { throw Fault("userRecord is not a JSON object.") }
        guard trigger == .beforeCreate || trigger == .beforeSignIn else {
            throw Fault("\(trigger.rawValue) is about no account, so there is no userRecord to change.")
        }
        guard let mask = fields["updateMask"]?.string else { throw Fault("Response UserRecord is missing updateMask.") }
        for part in mask.split(separator: ",") {
            try read(part.trimmingCharacters(in: .whitespaces), fields, trigger)
        }
        try checkTogether()
    }

    private mutating func read(
        _ name: String, _ fields: [String: JSONValue], _ trigger: BlockingTrigger
    ) throws(Fault) {
        switch name {
        case "displayName": displayName = Change(try Self.text(fields[name], name))
        // The wire's name; firebase-functions writes photoURL.
        case "photoUrl", "photoURL": photoURL = Change(try Self.text(fields[name], name))
        case "disabled": isDisabled = try Self.flag(fields[name], name)
        case "emailVerified": emailVerified = try Self.flag(fields[name], name)
        case "customClaims": customClaims = try Self.claims(fields[name], name)
        case "sessionClaims":
            let claims = try Self.claims(fields[name], name)
            // There is no session yet, and Firebase ignores them as well.
            if trigger == .beforeSignIn { sessionClaims = claims }
        default: throw Fault("updateMask names \(Self.quoted(name)), which a function cannot change.")
        }
    }

    /// Together they have to fit into a token, as firebase-functions checks before it answers.
    private func checkTogether() throws(Fault) {
        guard let customClaims, let sessionClaims else { return }
        let both = JSONValue.object(customClaims.members.merging(sessionClaims.members) { $1 })
        guard both.text.utf8.count <= CustomClaims.maximumLength else {
            throw Fault("customClaims and sessionClaims together are longer than \(CustomClaims.maximumLength) bytes.")
        }
    }

    private static func text(_ value: JSONValue?, _ name: String) throws(Fault) -> String? {
        switch value ?? .null {
        case .null: return nil
        case .string(let text): return text.isEmpty ? nil : text
        default: throw Fault("\(name) must be a string or null.")
        }
    }

    private static func flag(_ value: JSONValue?, _ name: String) throws(Fault) -> Bool {
        switch value ?? .null {
        case .null: return false
        case .bool(let flag): return flag
        default: throw Fault("\(name) must be true or false.")
        }
    }

    private static func claims(_ value: JSONValue?, _ name: String) throws(Fault) -> CustomClaims {
        guard let value, case .object = value else { throw Fault("\(name) must be a JSON object.") }
        do {
            return try CustomClaims(value.text)
        } catch .forbiddenClaim(let claim) {
            throw Fault("\(name) has the reserved name \(quoted(claim)).")
        } catch .claimsTooLarge {
            throw Fault("\(name) is longer than \(CustomClaims.maximumLength) bytes.")
        } catch {
            throw Fault("\(name) must be a JSON object.")
        }
    }

    private static func quoted(_ name: String) -> String {
        let plain = name.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(40)
        return String(String.UnicodeScalarView(plain))
    }
}
