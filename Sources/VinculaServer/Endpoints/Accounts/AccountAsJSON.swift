import IdentityToolkit

// A property that is missing here is missing in the answers: AccountAsJSONTests compares with the types' own `Encodable`.

extension LookupResponse: DirectlyWritten {
    func writeMembers(to answer: inout AnswerWriter) throws {
        answer.member("kind", kind)
        try answer.member("users", users)
    }
}

extension UserInfo: DirectlyWritten {
    func writeMembers(to answer: inout AnswerWriter) throws {
        answer.member("localId", localId)
        answer.member("tenantId", tenantId)
        answer.member("email", email)
        answer.member("emailVerified", emailVerified)
        answer.member("displayName", displayName)
        answer.member("photoUrl", photoUrl)
        answer.member("phoneNumber", phoneNumber)
        try answer.member("providerUserInfo", providerUserInfo)
        answer.member("passwordHash", passwordHash)
        answer.member("salt", salt)
        answer.member("version", version)
        try answer.member("passwordUpdatedAt", passwordUpdatedAt)
        answer.member("validSince", validSince)
        answer.member("disabled", disabled)
        answer.member("createdAt", createdAt)
        answer.member("lastLoginAt", lastLoginAt)
        answer.member("lastRefreshAt", lastRefreshAt)
        answer.member("customAttributes", customAttributes)
        answer.member("screenName", screenName)
        answer.member("initialEmail", initialEmail)
        answer.member("emailLinkSignin", emailLinkSignin)
        answer.member("customAuth", customAuth)
        try answer.member("mfaInfo", mfaInfo)
    }
}

extension ProviderUserInfo: DirectlyWritten {
    func writeMembers(to answer: inout AnswerWriter) {
        answer.member("providerId", providerId)
        answer.member("rawId", rawId)
        answer.member("federatedId", federatedId)
        answer.member("displayName", displayName)
        answer.member("photoUrl", photoUrl)
        answer.member("email", email)
        answer.member("phoneNumber", phoneNumber)
        answer.member("screenName", screenName)
    }
}

extension MfaEnrollment: DirectlyWritten {
    func writeMembers(to answer: inout AnswerWriter) throws {
        answer.member("mfaEnrollmentId", mfaEnrollmentId)
        answer.member("displayName", displayName)
        answer.member("enrolledAt", enrolledAt)
        answer.member("phoneInfo", phoneInfo)
        answer.member("unobfuscatedPhoneInfo", unobfuscatedPhoneInfo)
        try answer.member("totpInfo", totpInfo)
    }
}

extension MfaEnrollment.TotpInfo: DirectlyWritten {
    func writeMembers(to answer: inout AnswerWriter) {}
}
