public import VinculaCore

/// What can be read of sign-ins that wait for a second factor, and of factors that are being enrolled.
public protocol SecondFactorReads {
    /// A sign-in that was not finished; expiry is the caller's to check.
    func pendingSignIn(_ id: String) throws -> PendingSignIn?
    /// An enrolment that was not finished; expiry is the caller's to check.
    func secondFactorEnrollment(_ id: String) throws -> SecondFactorEnrollment?
}

/// What can be changed of them. The factors themselves are written with their account.
public protocol SecondFactorWrites: SecondFactorReads {
    /// Keeps a sign-in that waits, and deletes its account's oldest beyond ``PendingSignIn/mostOfAnAccount``.
    func insert(_ pending: PendingSignIn) throws
    /// Counts a code before it is looked at, by one conditional write.
    ///
    /// - Returns: Whether the sign-in is there and has borne fewer than `most`.
    func countCode(ofPendingSignIn id: String, most: Int) throws -> Bool
    /// Deletes a sign-in by one conditional write.
    ///
    /// - Returns: Whether this call was the one that deleted it.
    func consumePendingSignIn(_ id: String) throws -> Bool

    /// Keeps an enrolment, and deletes its account's oldest beyond ``SecondFactorEnrollment/mostOfAnAccount``.
    func insert(_ enrollment: SecondFactorEnrollment) throws
    /// Counts a code before it is looked at, by one conditional write.
    ///
    /// - Returns: Whether the enrolment is there and has borne fewer than `most`.
    func countCode(ofEnrollment id: String, most: Int) throws -> Bool
    /// Deletes an enrolment by one conditional write.
    ///
    /// - Returns: Whether this call was the one that deleted it.
    func consumeSecondFactorEnrollment(_ id: String) throws -> Bool

    /// Uses a period's code up, by one conditional write.
    ///
    /// - Returns: `false` if a code of this period, or of a later one, was used already.
    func usePeriod(_ period: Int64, ofSecondFactor id: SecondFactorID) throws -> Bool
}
