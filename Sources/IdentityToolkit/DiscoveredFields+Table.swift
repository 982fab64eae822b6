// Written by scripts/write-enums.py from Google's discovery documents.

extension DiscoveredFields {
    /// The fields by type, one per line: the name, `!` if only in responses, and after a colon the type of the values.
    static let table: [String: String] = [
        "AdminV2AllowByDefault": """
        disallowedRegions
        """,
        "AdminV2AllowlistOnly": """
        allowedRegions
        """,
        "AdminV2Anonymous": """
        enabled
        """,
        "AdminV2AppleSignInConfig": """
        bundleIds
        codeFlowConfig:AdminV2CodeFlowConfig
        """,
        "AdminV2BlockingFunctionsConfig": """
        forwardInboundCredentials:AdminV2ForwardInboundCredentials
        triggers:AdminV2Trigger
        """,
        "AdminV2ClientConfig": """
        apiKey!
        firebaseSubdomain!
        permissions:AdminV2Permissions
        """,
        "AdminV2ClientPermissionConfig": """
        permissions:AdminV2ClientPermissions
        """,
        "AdminV2ClientPermissions": """
        disabledUserDeletion
        disabledUserSignup
        """,
        "AdminV2CodeFlowConfig": """
        keyId
        privateKey
        teamId
        """,
        "AdminV2Config": """
        authorizedDomains
        autodeleteAnonymousUsers
        blockingFunctions:AdminV2BlockingFunctionsConfig
        client:AdminV2ClientConfig
        defaultHostingSite!
        emailPrivacyConfig:AdminV2EmailPrivacyConfig
        mfa:AdminV2MultiFactorAuthConfig
        mobileLinksConfig:AdminV2MobileLinksConfig
        monitoring:AdminV2MonitoringConfig
        multiTenant:AdminV2MultiTenantConfig
        name!
        notification:AdminV2NotificationConfig
        passwordPolicyConfig:AdminV2PasswordPolicyConfig
        quota:AdminV2QuotaConfig
        recaptchaConfig:AdminV2RecaptchaConfig
        signIn:AdminV2SignInConfig
        smsRegionConfig:AdminV2SmsRegionConfig
        subtype!
        """,
        "AdminV2CustomStrengthOptions": """
        containsLowercaseCharacter
        containsNonAlphanumericCharacter
        containsNumericCharacter
        containsUppercaseCharacter
        maxPasswordLength
        minPasswordLength
        """,
        "AdminV2DefaultSupportedIdpConfig": """
        appleSignInConfig:AdminV2AppleSignInConfig
        clientId
        clientSecret
        enabled
        name
        """,
        "AdminV2DnsInfo": """
        customDomain!
        customDomainState!
        domainVerificationRequestTime!
        pendingCustomDomain!
        useCustomDomain
        """,
        "AdminV2Email": """
        enabled
        passwordRequired
        """,
        "AdminV2EmailPrivacyConfig": """
        enableImprovedEmailPrivacy
        """,
        "AdminV2EmailTemplate": """
        body
        bodyFormat
        customized!
        replyTo
        senderDisplayName
        senderLocalPart
        subject
        """,
        "AdminV2ForwardInboundCredentials": """
        accessToken
        idToken
        refreshToken
        """,
        "AdminV2HashConfig": """
        algorithm!
        memoryCost!
        rounds!
        saltSeparator!
        signerKey!
        """,
        "AdminV2IdpCertificate": """
        x509Certificate
        """,
        "AdminV2IdpConfig": """
        idpCertificates:AdminV2IdpCertificate
        idpEntityId
        signRequest
        ssoUrl
        """,
        "AdminV2InboundSamlConfig": """
        displayName
        enabled
        idpConfig:AdminV2IdpConfig
        name
        spConfig:AdminV2SpConfig
        """,
        "AdminV2Inheritance": """
        emailSendingConfig
        """,
        "AdminV2MobileLinksConfig": """
        domain
        """,
        "AdminV2MonitoringConfig": """
        requestLogging:AdminV2RequestLogging
        """,
        "AdminV2MultiFactorAuthConfig": """
        enabledProviders
        providerConfigs:AdminV2ProviderConfig
        state
        """,
        "AdminV2MultiTenantConfig": """
        allowTenants
        defaultTenantLocation
        """,
        "AdminV2NotificationConfig": """
        defaultLocale
        sendEmail:AdminV2SendEmail
        sendSms:AdminV2SendSms
        """,
        "AdminV2OAuthIdpConfig": """
        clientId
        clientSecret
        displayName
        enabled
        issuer
        name
        responseType:AdminV2OAuthResponseType
        """,
        "AdminV2OAuthResponseType": """
        code
        idToken
        token
        """,
        "AdminV2PasswordPolicyConfig": """
        forceUpgradeOnSignin
        lastUpdateTime!
        passwordPolicyEnforcementState
        passwordPolicyVersions:AdminV2PasswordPolicyVersion
        """,
        "AdminV2PasswordPolicyVersion": """
        customStrengthOptions:AdminV2CustomStrengthOptions
        schemaVersion!
        """,
        "AdminV2Permissions": """
        disabledUserDeletion
        disabledUserSignup
        """,
        "AdminV2PhoneNumber": """
        enabled
        testPhoneNumbers
        """,
        "AdminV2ProviderConfig": """
        state
        totpProviderConfig:AdminV2TotpMfaProviderConfig
        """,
        "AdminV2QuotaConfig": """
        signUpQuotaConfig:AdminV2TemporaryQuota
        """,
        "AdminV2RecaptchaConfig": """
        emailPasswordEnforcementState
        managedRules:AdminV2RecaptchaManagedRule
        phoneEnforcementState
        recaptchaKeys:AdminV2RecaptchaKey
        tollFraudManagedRules:AdminV2RecaptchaTollFraudManagedRule
        useAccountDefender
        useSmsBotScore
        useSmsTollFraudProtection
        """,
        "AdminV2RecaptchaKey": """
        key
        type
        """,
        "AdminV2RecaptchaManagedRule": """
        action
        endScore
        """,
        "AdminV2RecaptchaTollFraudManagedRule": """
        action
        startScore
        """,
        "AdminV2RequestLogging": """
        enabled
        """,
        "AdminV2SendEmail": """
        callbackUri
        changeEmailTemplate:AdminV2EmailTemplate
        dnsInfo:AdminV2DnsInfo
        legacyResetPasswordTemplate:AdminV2EmailTemplate
        method
        resetPasswordTemplate:AdminV2EmailTemplate
        revertSecondFactorAdditionTemplate:AdminV2EmailTemplate
        smtp:AdminV2Smtp
        verifyEmailTemplate:AdminV2EmailTemplate
        """,
        "AdminV2SendSms": """
        smsTemplate!:AdminV2SmsTemplate
        useDeviceLocale
        """,
        "AdminV2SignInConfig": """
        allowDuplicateEmails
        anonymous:AdminV2Anonymous
        email:AdminV2Email
        hashConfig!:AdminV2HashConfig
        phoneNumber:AdminV2PhoneNumber
        """,
        "AdminV2SmsRegionConfig": """
        allowByDefault:AdminV2AllowByDefault
        allowlistOnly:AdminV2AllowlistOnly
        """,
        "AdminV2SmsTemplate": """
        content!
        """,
        "AdminV2Smtp": """
        host
        password
        port
        securityMode
        senderEmail
        username
        """,
        "AdminV2SpCertificate": """
        expiresAt
        x509Certificate
        """,
        "AdminV2SpConfig": """
        callbackUri
        spCertificates!:AdminV2SpCertificate
        spEntityId
        """,
        "AdminV2TemporaryQuota": """
        quota
        quotaDuration
        startTime
        """,
        "AdminV2Tenant": """
        allowPasswordSignup
        autodeleteAnonymousUsers
        client:AdminV2ClientPermissionConfig
        disableAuth
        displayName
        emailPrivacyConfig:AdminV2EmailPrivacyConfig
        enableAnonymousUser
        enableEmailLinkSignin
        hashConfig!:AdminV2HashConfig
        inheritance:AdminV2Inheritance
        mfaConfig:AdminV2MultiFactorAuthConfig
        mobileLinksConfig:AdminV2MobileLinksConfig
        monitoring:AdminV2MonitoringConfig
        name!
        passwordPolicyConfig:AdminV2PasswordPolicyConfig
        recaptchaConfig:AdminV2RecaptchaConfig
        smsRegionConfig:AdminV2SmsRegionConfig
        testPhoneNumbers
        """,
        "AdminV2TotpMfaProviderConfig": """
        adjacentIntervals
        """,
        "AdminV2Trigger": """
        functionUri
        updateTime
        """,
        "V1Argon2Parameters": """
        associatedData
        hashLengthBytes
        hashType
        iterations
        memoryCostKib
        parallelism
        version
        """,
        "V1BatchDeleteAccountsRequest": """
        force
        localIds
        tenantId
        """,
        "V1CreateSessionCookieRequest": """
        idToken
        tenantId
        validDuration
        """,
        "V1DeleteAccountRequest": """
        delegatedProjectNumber
        idToken
        localId
        targetProjectId
        tenantId
        """,
        "V1EmailInfo": """
        emailAddress
        """,
        "V1FederatedUserIdentifier": """
        providerId
        rawId
        """,
        "V1GetAccountInfoRequest": """
        delegatedProjectNumber
        email
        federatedUserId:V1FederatedUserIdentifier
        idToken
        initialEmail
        localId
        phoneNumber
        targetProjectId
        tenantId
        """,
        "V1GetOobCodeRequest": """
        androidInstallApp
        androidMinimumVersion
        androidPackageName
        canHandleCodeInApp
        captchaResp
        challenge
        clientType
        continueUrl
        dynamicLinkDomain
        email
        iOSAppStoreId
        iOSBundleId
        idToken
        linkDomain
        newEmail
        recaptchaVersion
        requestType
        returnOobLink
        targetProjectId
        tenantId
        userIp
        """,
        "V1MfaEnrollment": """
        displayName
        emailInfo:V1EmailInfo
        enrolledAt
        mfaEnrollmentId
        phoneInfo
        totpInfo:V1TotpInfo
        unobfuscatedPhoneInfo!
        """,
        "V1MfaFactor": """
        displayName
        phoneInfo
        """,
        "V1MfaInfo": """
        enrollments:V1MfaEnrollment
        """,
        "V1ProviderUserInfo": """
        displayName
        email
        federatedId
        phoneNumber
        photoUrl
        providerId
        rawId
        screenName
        """,
        "V1QueryUserInfoRequest": """
        expression:V1SqlExpression
        limit
        offset
        order
        returnUserInfo
        sortBy
        tenantId
        """,
        "V1SetAccountInfoRequest": """
        captchaChallenge
        captchaResponse
        createdAt
        customAttributes
        delegatedProjectNumber
        deleteAttribute
        deleteProvider
        disableUser
        displayName
        email
        emailVerified
        idToken
        instanceId
        lastLoginAt
        linkProviderUserInfo:V1ProviderUserInfo
        localId
        mfa:V1MfaInfo
        oobCode
        password
        phoneNumber
        photoUrl
        provider
        returnSecureToken
        targetProjectId
        tenantId
        upgradeToFederatedLogin
        validSince
        """,
        "V1SignUpRequest": """
        captchaChallenge
        captchaResponse
        clientType
        disabled
        displayName
        email
        emailVerified
        idToken
        instanceId
        localId
        mfaInfo:V1MfaFactor
        password
        phoneNumber
        photoUrl
        recaptchaVersion
        targetProjectId
        tenantId
        """,
        "V1SqlExpression": """
        email
        phoneNumber
        userId
        """,
        "V1TotpInfo": """
        """,
        "V1UploadAccountRequest": """
        allowOverwrite
        argon2Parameters:V1Argon2Parameters
        blockSize
        cpuMemCost
        delegatedProjectNumber
        dkLen
        hashAlgorithm
        memoryCost
        parallelization
        passwordHashOrder
        rounds
        saltSeparator
        sanityCheck
        signerKey
        tenantId
        users:V1UserInfo
        """,
        "V1UserInfo": """
        createdAt
        customAttributes
        customAuth!
        dateOfBirth!
        disabled
        displayName
        email
        emailLinkSignin!
        emailVerified
        initialEmail
        language!
        lastLoginAt
        lastRefreshAt
        localId
        mfaInfo:V1MfaEnrollment
        passwordHash
        passwordUpdatedAt
        phoneNumber
        photoUrl
        providerUserInfo:V1ProviderUserInfo
        rawPassword
        salt
        screenName!
        tenantId
        timeZone!
        validSince
        version
        """,
    ]
}
