import VinculaCore

extension GivenAccount {
    /// Reads an account of `accounts:lookup`.
    init(_ user: JSONValue) {
        self.init()
        id = user["localId"]?.string
        tenant = user["tenantId"]?.string
        email = user["email"]?.string
        emailVerified = user["emailVerified"] == true
        initialEmail = user["initialEmail"]?.string
        displayName = user["displayName"]?.string
        photoURL = user["photoUrl"]?.string
        phone = user["phoneNumber"]?.string
        isDisabled = user["disabled"] == true
        hasCustomToken = user["customAuth"] == true
        hasEmailLink = user["emailLinkSignin"] == true
        customClaims = user["customAttributes"]?.string
        createdAt = user["createdAt"]?.decimal
        lastSignInAt = user["lastLoginAt"]?.decimal
        lastRefreshAt = user["lastRefreshAt"]?.string
        validSince = user["validSince"]?.decimal
        links = (user["providerUserInfo"]?.items ?? []).map(Link.init)
        factors = (user["mfaInfo"]?.items ?? []).map(Factor.init)
    }
}

extension GivenAccount.Link {
    fileprivate init(_ info: JSONValue) {
        self.init()
        provider = info["providerId"]?.string
        subject = info["rawId"]?.string
        federatedID = info["federatedId"]?.string
        email = info["email"]?.string
        displayName = info["displayName"]?.string
        photoURL = info["photoUrl"]?.string
        screenName = info["screenName"]?.string
    }
}

extension GivenAccount.Factor {
    fileprivate init(_ info: JSONValue) {
        self.init()
        id = info["mfaEnrollmentId"]?.string
        displayName = info["displayName"]?.string
        phone = info["phoneInfo"]?.string
        enrolledAt = info["enrolledAt"]?.string
    }
}

extension JSONValue {
    /// A number, or its decimal text, as Google writes 64-bit numbers.
    fileprivate var decimal: Int64? {
        if case .integer(let number) = self { return number }
        return string.flatMap { Int64($0) }
    }

    fileprivate var items: [JSONValue] {
        guard case .array(let items) = self else { return [] }
        return items
    }
}
