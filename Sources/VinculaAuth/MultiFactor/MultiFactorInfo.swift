public import Foundation

/// A second factor that an account has.
open class MultiFactorInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The factor's id.
    public let uid: String
    /// What the person calls it.
    public let displayName: String?
    /// When it was enrolled; now, where the server does not tell.
    public let enrollmentDate: Date
    /// `phone` or `totp`.
    public let factorID: String

    let factor: EnrolledFactor

    init(_ factor: EnrolledFactor) {
        self.factor = factor
        uid = factor.uid
        displayName = factor.displayName
        enrollmentDate = factor.enrolledAt ?? Date()
        factorID =
            switch factor.kind {
            case .phone: PhoneMultiFactorInfo.PhoneMultiFactorID
            case .totp: PhoneMultiFactorInfo.TOTPMultiFactorID
            case .other(let name): name
            }
    }

    /// The type that a factor has.
    static func make(_ factor: EnrolledFactor) -> MultiFactorInfo {
        switch factor.kind {
        case .phone: PhoneMultiFactorInfo(factor)
        case .totp: TOTPMultiFactorInfo(factor)
        case .other: MultiFactorInfo(factor)
        }
    }

    // MARK: NSSecureCoding

    public class var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { Archive.encode(factor, with: coder) }

    public required convenience init?(coder: NSCoder) {
        guard let factor = Archive.decode(EnrolledFactor.self, from: coder) else { return nil }
        self.init(factor)
    }
}

/// A phone that gets codes.
open class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// The factor id of a phone.
    public static let PhoneMultiFactorID = "phone"
    /// The factor id of an authenticator app.
    public static let TOTPMultiFactorID = "totp"

    /// The number, or most of it as stars.
    public var phoneNumber: String {
        if case .phone(let number) = factor.kind { number ?? "" } else { "" }
    }
}

/// An authenticator app.
open class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {}
