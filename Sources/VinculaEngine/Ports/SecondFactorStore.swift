package import VinculaCore

/// Read access to pending sign-ins, and to factors that are being enrolled.
package protocol SecondFactorReads {
    /// A sign-in that was not finished; the caller must check its expiry.
    func pendingSignIn(_ id: String) throws -> PendingSignIn?
    /// An enrolment that was not finished; the caller must check its expiry.
    func secondFactorEnrollment(_ id: String) throws -> SecondFactorEnrollment?
    /// Indicates whether any account has a factor with this id.
    func hasSecondFactor(_ id: SecondFactorID) throws -> Bool
}

/// Write access to them. The factors themselves are written with their account.
package protocol SecondFactorWrites: SecondFactorReads {
    /// Stores a pending sign-in, and deletes its account's oldest ones beyond ``PendingSignIn/mostOfAnAccount``.
    func insert(_ pending: PendingSignIn) throws
    /// Counts a code before it is checked, by one conditional write.
    ///
    /// - Returns: `true` if the sign-in exists and had fewer than `most`.
    func countCode(ofPendingSignIn id: String, most: Int) throws -> Bool
    /// Deletes a sign-in by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumePendingSignIn(_ id: String) throws -> Bool

    /// Stores an enrolment, and deletes its account's oldest ones beyond ``SecondFactorEnrollment/mostOfAnAccount``.
    func insert(_ enrollment: SecondFactorEnrollment) throws
    /// Counts a code before it is checked, by one conditional write.
    ///
    /// - Returns: `true` if the enrolment exists and had fewer than `most`.
    func countCode(ofEnrollment id: String, most: Int) throws -> Bool
    /// Deletes an enrolment by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumeSecondFactorEnrollment(_ id: String) throws -> Bool

    /// Uses up a period's code, by one conditional write.
    ///
    /// - Returns: `false` if a code of this period, or of a later one, was already used.
    func usePeriod(_ period: Int64, ofSecondFactor id: SecondFactorID) throws -> Bool
}
