// Written by scripts/write-enums.py from Google's discovery documents.

/// A field of Google's API whose values have names and numbers; a name's place is its number.
struct EnumField: Sendable {
    let schema: String
    let name: String
    let isList: Bool
    let isReadOnly: Bool
    let values: [String]

    static let all = [
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1Argon2Parameters", name: "hashType", isList: false,
            isReadOnly: false, values: ["HASH_TYPE_UNSPECIFIED", "ARGON2_D", "ARGON2_ID", "ARGON2_I"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1Argon2Parameters", name: "version", isList: false,
            isReadOnly: false, values: ["VERSION_UNSPECIFIED", "VERSION_10", "VERSION_13"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1EmailTemplate", name: "format", isList: false,
            isReadOnly: false, values: ["EMAIL_BODY_FORMAT_UNSPECIFIED", "PLAINTEXT", "HTML"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1GetOobCodeRequest", name: "clientType", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1GetOobCodeRequest", name: "recaptchaVersion", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1GetOobCodeRequest", name: "requestType", isList: false,
            isReadOnly: false,
            values: [
                "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
                "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1IdpConfig", name: "provider", isList: false,
            isReadOnly: false,
            values: [
                "PROVIDER_UNSPECIFIED", "MSLIVE", "GOOGLE", "FACEBOOK", "PAYPAL", "TWITTER", "YAHOO", "AOL", "GITHUB",
                "GOOGLE_PLAY_GAMES", "LINKEDIN", "IOS_GAME_CENTER",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1QueryUserInfoRequest", name: "order", isList: false,
            isReadOnly: false, values: ["ORDER_UNSPECIFIED", "ASC", "DESC"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1QueryUserInfoRequest", name: "sortBy", isList: false,
            isReadOnly: false,
            values: ["SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1ResetPasswordResponse", name: "requestType", isList: false,
            isReadOnly: false,
            values: [
                "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
                "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SendVerificationCodeRequest", name: "clientType", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SendVerificationCodeRequest", name: "recaptchaVersion", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SetAccountInfoRequest", name: "deleteAttribute", isList: true,
            isReadOnly: false,
            values: [
                "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD", "RAW_USER_INFO",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SignInWithPasswordRequest", name: "clientType", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SignInWithPasswordRequest", name: "recaptchaVersion", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SignInWithPhoneNumberRequest", name: "operation", isList: false,
            isReadOnly: false, values: ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SignUpRequest", name: "clientType", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1SignUpRequest", name: "recaptchaVersion", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1UploadAccountRequest", name: "passwordHashOrder", isList: false,
            isReadOnly: false, values: ["UNSPECIFIED_ORDER", "SALT_AND_PASSWORD", "PASSWORD_AND_SALT"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV1UserNotification", name: "notificationCode", isList: false,
            isReadOnly: false,
            values: [
                "NOTIFICATION_CODE_UNSPECIFIED", "MISSING_LOWERCASE_CHARACTER", "MISSING_UPPERCASE_CHARACTER",
                "MISSING_NUMERIC_CHARACTER", "MISSING_NON_ALPHANUMERIC_CHARACTER", "MINIMUM_PASSWORD_LENGTH",
                "MAXIMUM_PASSWORD_LENGTH",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2Config", name: "subtype", isList: false,
            isReadOnly: true, values: ["SUBTYPE_UNSPECIFIED", "IDENTITY_PLATFORM", "FIREBASE_AUTH"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2DnsInfo", name: "customDomainState", isList: false,
            isReadOnly: true, values: ["VERIFICATION_STATE_UNSPECIFIED", "NOT_STARTED", "IN_PROGRESS", "FAILED", "SUCCEEDED"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2EmailTemplate", name: "bodyFormat", isList: false,
            isReadOnly: false, values: ["BODY_FORMAT_UNSPECIFIED", "PLAIN_TEXT", "HTML"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2HashConfig", name: "algorithm", isList: false,
            isReadOnly: true,
            values: [
                "HASH_ALGORITHM_UNSPECIFIED", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SCRYPT", "PBKDF_SHA1", "MD5",
                "HMAC_SHA512", "SHA1", "BCRYPT", "PBKDF2_SHA256", "SHA256", "SHA512", "STANDARD_SCRYPT",
            ]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2MobileLinksConfig", name: "domain", isList: false,
            isReadOnly: false, values: ["DOMAIN_UNSPECIFIED", "FIREBASE_DYNAMIC_LINK_DOMAIN", "HOSTING_DOMAIN"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2MultiFactorAuthConfig", name: "enabledProviders", isList: true,
            isReadOnly: false, values: ["PROVIDER_UNSPECIFIED", "PHONE_SMS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2MultiFactorAuthConfig", name: "state", isList: false,
            isReadOnly: false, values: ["STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2PasswordPolicyConfig", name: "passwordPolicyEnforcementState",
            isList: false,
            isReadOnly: false, values: ["PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2ProviderConfig", name: "state", isList: false,
            isReadOnly: false, values: ["MFA_STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2RecaptchaConfig", name: "emailPasswordEnforcementState", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2RecaptchaConfig", name: "phoneEnforcementState", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2RecaptchaKey", name: "type", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "WEB", "IOS", "ANDROID"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2RecaptchaManagedRule", name: "action", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_ACTION_UNSPECIFIED", "BLOCK"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2RecaptchaTollFraudManagedRule", name: "action", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_ACTION_UNSPECIFIED", "BLOCK"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2SendEmail", name: "method", isList: false,
            isReadOnly: false, values: ["METHOD_UNSPECIFIED", "DEFAULT", "CUSTOM_SMTP"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitAdminV2Smtp", name: "securityMode", isList: false,
            isReadOnly: false, values: ["SECURITY_MODE_UNSPECIFIED", "SSL", "START_TLS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2PasswordPolicy", name: "enforcementState", isList: false,
            isReadOnly: true, values: ["ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2RecaptchaEnforcementState", name: "enforcementState", isList: false,
            isReadOnly: false, values: ["ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2RecaptchaEnforcementState", name: "provider", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_PROVIDER_UNSPECIFIED", "EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2RevokeTokenRequest", name: "tokenType", isList: false,
            isReadOnly: false, values: ["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2StartMfaPhoneRequestInfo", name: "clientType", isList: false,
            isReadOnly: false, values: ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
        EnumField(
            schema: "GoogleCloudIdentitytoolkitV2StartMfaPhoneRequestInfo", name: "recaptchaVersion", isList: false,
            isReadOnly: false, values: ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
        EnumField(
            schema: "GoogleIamV1AuditLogConfig", name: "logType", isList: false,
            isReadOnly: false, values: ["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"]),
    ]
}

/// An RPC of Google's API.
struct DiscoveredRPC: Sendable {
    let method: String
    /// The path without its leading slash; parts that vary are in braces.
    let path: String
    /// The values of the query's parameters that are enums.
    var enums: [String: [String]] = [:]

    static let all = [
        DiscoveredRPC(method: "POST", path: "v1/accounts:createAuthUri"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:delete"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:issueSamlResponse"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:lookup"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:resetPassword"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:sendOobCode"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:sendVerificationCode"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithCustomToken"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithEmailLink"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithGameCenter"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithIdp"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithPassword"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signInWithPhoneNumber"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:signUp"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:update"),
        DiscoveredRPC(method: "POST", path: "v1/accounts:verifyIosClient"),
        DiscoveredRPC(method: "GET", path: "v1/projects"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:batchCreate"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:batchDelete"),
        DiscoveredRPC(method: "GET", path: "v1/projects/{projectsId}/accounts:batchGet"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:delete"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:lookup"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:query"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:sendOobCode"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/accounts:update"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:batchCreate"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:batchDelete"),
        DiscoveredRPC(method: "GET", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:batchGet"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:delete"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:lookup"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:query"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:sendOobCode"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}/accounts:update"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}/tenants/{tenantsId}:createSessionCookie"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}:createSessionCookie"),
        DiscoveredRPC(method: "POST", path: "v1/projects/{projectsId}:queryAccounts"),
        DiscoveredRPC(method: "GET", path: "v1/publicKeys"),
        DiscoveredRPC(method: "GET", path: "v1/recaptchaParams"),
        DiscoveredRPC(method: "GET", path: "v1/sessionCookiePublicKeys"),
        DiscoveredRPC(method: "POST", path: "v2/accounts/mfaEnrollment:finalize"),
        DiscoveredRPC(method: "POST", path: "v2/accounts/mfaEnrollment:start"),
        DiscoveredRPC(method: "POST", path: "v2/accounts/mfaEnrollment:withdraw"),
        DiscoveredRPC(method: "POST", path: "v2/accounts/mfaSignIn:finalize"),
        DiscoveredRPC(method: "POST", path: "v2/accounts/mfaSignIn:start"),
        DiscoveredRPC(method: "POST", path: "v2/accounts:revokeToken"),
        DiscoveredRPC(method: "GET", path: "v2/defaultSupportedIdps"),
        DiscoveredRPC(method: "GET", path: "v2/passwordPolicy"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/config"),
        DiscoveredRPC(method: "PATCH", path: "v2/projects/{projectsId}/config"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/defaultSupportedIdpConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/defaultSupportedIdpConfigs"),
        DiscoveredRPC(
            method: "DELETE", path: "v2/projects/{projectsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(
            method: "PATCH", path: "v2/projects/{projectsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/identityPlatform:initializeAuth"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/inboundSamlConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/inboundSamlConfigs"),
        DiscoveredRPC(method: "DELETE", path: "v2/projects/{projectsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(method: "PATCH", path: "v2/projects/{projectsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/oauthIdpConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/oauthIdpConfigs"),
        DiscoveredRPC(method: "DELETE", path: "v2/projects/{projectsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "PATCH", path: "v2/projects/{projectsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants"),
        DiscoveredRPC(method: "DELETE", path: "v2/projects/{projectsId}/tenants/{tenantsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}"),
        DiscoveredRPC(method: "PATCH", path: "v2/projects/{projectsId}/tenants/{tenantsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}/defaultSupportedIdpConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}/defaultSupportedIdpConfigs"),
        DiscoveredRPC(
            method: "DELETE",
            path: "v2/projects/{projectsId}/tenants/{tenantsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(
            method: "GET",
            path: "v2/projects/{projectsId}/tenants/{tenantsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(
            method: "PATCH",
            path: "v2/projects/{projectsId}/tenants/{tenantsId}/defaultSupportedIdpConfigs/{defaultSupportedIdpConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}/inboundSamlConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}/inboundSamlConfigs"),
        DiscoveredRPC(
            method: "DELETE", path: "v2/projects/{projectsId}/tenants/{tenantsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(
            method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(
            method: "PATCH", path: "v2/projects/{projectsId}/tenants/{tenantsId}/inboundSamlConfigs/{inboundSamlConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}/oauthIdpConfigs"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}/oauthIdpConfigs"),
        DiscoveredRPC(method: "DELETE", path: "v2/projects/{projectsId}/tenants/{tenantsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "GET", path: "v2/projects/{projectsId}/tenants/{tenantsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "PATCH", path: "v2/projects/{projectsId}/tenants/{tenantsId}/oauthIdpConfigs/{oauthIdpConfigsId}"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}:getIamPolicy"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}:setIamPolicy"),
        DiscoveredRPC(method: "POST", path: "v2/projects/{projectsId}/tenants/{tenantsId}:testIamPermissions"),
        DiscoveredRPC(
            method: "GET", path: "v2/recaptchaConfig",
            enums: [
                "clientType": ["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"],
                "version": ["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"],
            ]),
    ]
}
