/// The answers to recorded requests that differ on purpose.
enum GoldenScope {
    /// The claims that our ID tokens have beside the emulator's: the generation, by which a revocation holds within a second, and
    /// the session's id.
    static let moreClaims: Set<String> = ["firebase.gen", "firebase.session"]

    /// Vincula's answer instead, and the reason.
    struct Difference {
        var status: Int?
        var message: String?
        /// Members that the recorded answer has and ours has not.
        var without: Set<String> = []
        /// Members that ours has beside the recorded ones.
        var with: Set<String> = []
        var why: String
    }

    private static let rotated = "Refresh tokens end with a password change and a revocation (Documentation/Design.md §5)."
    private static let noPendingToken = "The emulator has no pending credentials; Google's servers and we return one."
    private static let noEcho = "What a client sent as a credential is not echoed in an error."

    private static let notDisabled = "`disabled: false` is left out, as protobuf's JSON does. "
    private static let everyField = "Google's description has the other fields."
    private static let moreSettings = Difference(
        with: [
            "name", "passwordPolicyConfig", "client", "autodeleteAnonymousUsers", "authorizedDomains", "signIn.anonymous",
            "signIn.email", "signIn.phoneNumber", "smsRegionConfig", "notification", "mfa", "multiTenant", "monitoring",
            "subtype",
            "vincula",
        ],
        why: "The settings that the emulator does not have.")

    static let differences: [String: Difference] = [
        "customToken/wrong aud": Difference(status: 400, message: "INVALID_CUSTOM_TOKEN", why: noEcho),
        "phone/link taken number -> temporaryProof": Difference(
            status: 200,
            why: "The proof is a pending credential, which lives for 15 minutes."),
        "mfa/enroll finalize": Difference(with: ["phoneAuthInfo"], why: "Google's description has it."),
        "mfa/signIn start bad pending": Difference(
            status: 400, message: "INVALID_MFA_PENDING_CREDENTIAL", why: "The code that Google's servers answer with."),
        "mfa/withdraw": Difference(without: ["expiresIn"], why: "Google's description does not have it."),
        "mfa/withdraw again MFA_ENROLLMENT_NOT_FOUND": Difference(
            status: 400, message: "TOKEN_EXPIRED", why: "Withdrawing a factor ends all sessions but the one in the answer."),
        "mfa/totp enroll start": Difference(
            status: 400, message: "TOKEN_EXPIRED", why: "The same session; and authenticator apps work here."),
        "enumeration/on: update email": Difference(
            status: 400, message: "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
            why: "Under email privacy an address changes by mail only (T013)."),
        "lookup/refresh after delete": Difference(
            status: 400, message: "USER_NOT_FOUND", why: "Firebase's clients sign out for it, and not for the other (T015)."),
        "token/refresh after revoke": Difference(status: 400, message: "TOKEN_EXPIRED", why: rotated),
        "update/old refresh token after password change": Difference(status: 400, message: "TOKEN_EXPIRED", why: rotated),
        "oob/action page signIn redirect": Difference(status: 303, why: "It leads to the same place, and says nothing besides."),
        "idp/needConfirmation (unverified idp email)": Difference(
            without: ["localId"], with: ["pendingToken"],
            why: "Whose account it is, is not told to whoever claims its email. " + noPendingToken),
        "idp/FEDERATED_USER_ID_ALREADY_LINKED (returnIdpCredential)": Difference(with: ["pendingToken"], why: noPendingToken),
        "idp/INVALID_IDP_RESPONSE": Difference(status: 400, message: "INVALID_IDP_RESPONSE", why: noEcho),
        "idp/missing providerId": Difference(status: 400, message: "INVALID_CREDENTIAL_OR_PROVIDER_ID", why: noEcho),
        "idp/google access_token only": Difference(
            status: 400, message: "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
            why: "Google is asked about it, once a client id is configured."),
        "idp/oidc provider": Difference(
            status: 400, message: "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
            why: "oidc.* exists once configured, and is verified then, in --dev too (Documentation/Design.md §8)."),
        "idp/pendingToken/returnRefreshToken unimplemented": Difference(
            status: 200, message: nil, why: "The field is passed over; the sign-in works."),
        "idp/createAuthUri providerId unimplemented": Difference(
            status: 200, why: "Answered: this server opens providers' pages."),
        "admin/v2 recaptchaConfig": Difference(status: 200, why: "Answered: nothing is enforced."),
        "admin/revokeToken": Difference(
            status: 400, message: "tokenType must be REFRESH_TOKEN, ACCESS_TOKEN or CODE.", why: "Served, and checked."),
        "admin/defaultSupportedIdpConfigs unimplemented": Difference(
            status: 200, why: "Answered: projects configure providers by it."),
        "admin/publicKeys": Difference(status: 200, why: "Answered: Google's API has it."),
        "admin/sessionCookiePublicKeys": Difference(status: 200, why: "Answered: Google's API has it."),
        "admin/passwordPolicy": Difference(status: 200, why: "Answered: clients read it."),
        "admin/wrong method": Difference(status: 405, message: "Method GET is not allowed here.", why: "Google's error shape."),
        "admin/v1 projects config (client)": Difference(
            with: ["vincula"], why: "Our SDK learns before it opens a browser whether this machine may get the result."),
        "admin/v2 config (admin)": moreSettings, "enumeration/turn on": moreSettings,
        "idp/turn on duplicate emails": moreSettings,
        "admin/batchGet page 1": Difference(
            without: ["users.disabled"], with: ["users.version"], why: notDisabled + everyField),
        "admin/batchGet page 2": Difference(with: ["users.providerUserInfo.federatedId"], why: everyField),
        "admin/query": Difference(
            without: ["userInfo.disabled"], with: ["userInfo.providerUserInfo.federatedId"], why: notDisabled + everyField),
    ]
}
