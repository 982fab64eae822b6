public import Foundation

/// A second factor of an account.
open class MultiFactorInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The factor's ID.
    public let uid: String
    /// The person's name for it.
    public let displayName: String?
    /// The enrollment date; the current date if the server does not return it.
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

    /// Creates an instance of the subclass for a factor.
    static func make(_ factor: EnrolledFactor) -> MultiFactorInfo {
        switch factor.kind {
        case .phone: PhoneMultiFactorInfo(factor)
        case .totp: TOTPMultiFactorInfo(factor)
        case .other: MultiFactorInfo(factor)
        }
    }

    // MARK: NSSecureCoding

    /// Always true: archives of this class can be decoded securely.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes a second factor.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { Archive.encode(factor, with: coder) }

    /// Decodes a second factor; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let factor = Archive.decode(EnrolledFactor.self, from: coder) else { return nil }
        self.init(factor)
    }
}

/// A phone that receives codes.
open class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// The factor ID of a phone.
    public static let PhoneMultiFactorID = "phone"
    /// The factor ID of an authenticator app.
    public static let TOTPMultiFactorID = "totp"

    /// The phone number, possibly masked with asterisks.
    public var phoneNumber: String {
        if case .phone(let number) = factor.kind { number ?? "" } else { "" }
    }
}

/// An authenticator app.
open class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {}
