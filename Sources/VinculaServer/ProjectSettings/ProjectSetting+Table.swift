import VinculaCore

extension ProjectSetting {
    /// All settings of projects and tenants, in the order in which they are shown.
    package static let all: [ProjectSetting] = groups.flatMap(\.settings)

    /// All of them by subject; the name is that of the console's heading.
    static let groups: [(name: String, settings: [ProjectSetting])] = [
        ("signIn", signIn), ("accounts", accounts), ("secondFactors", secondFactors), ("textMessages", textMessages),
        ("mail", mail), ("looks", looks), ("others", others), ("migration", migration), ("tenantsOnly", tenantsOnly),
    ]

    /// All of them, with every name that a word in capitals stands for.
    package static let variants: [ProjectSetting] = all.flatMap(\.variants)

    private static let signIn: [ProjectSetting] = [
        ProjectSetting("signIn.email.enabled", .truth, "Whether people sign in by email: with a password, or with a link."),
        ProjectSetting(
            "signIn.email.passwordRequired", .truth, "Whether email needs a password. With `false`, an emailed link is enough."),
        ProjectSetting(
            "signIn.anonymous.enabled", tenant: "enableAnonymousUser", .truth, "Whether anonymous accounts may be created."),
        ProjectSetting("signIn.phoneNumber.enabled", .truth, "Whether people sign in with a code by text message."),
        ProjectSetting(
            "signIn.phoneNumber.testPhoneNumbers", tenant: "testPhoneNumbers", .pairs("NUMBER=CODE, as in +16505550100=123456"),
            "Test numbers, at most 10. Nothing is sent to them."),
        ProjectSetting("signIn.allowDuplicateEmails", .truth, "Whether several accounts may have the same email."),
        ProjectSetting(
            "authorizedDomains", .list("a host name, such as app.example.com"),
            "The hosts that links and redirects may lead to, at most 1000."),
        ProjectSetting(
            "vincula.signIn.loopbackRedirects", .truth,
            "Whether programs on people's own machines may get the result of a sign-in at a provider's page, as our SDK does on Linux and macOS."
        ),
        ProjectSetting(
            "vincula.providerTrust", .trust, "How far each provider's emails are trusted; see vincula trust."),
        ProjectSetting(
            "vincula.defaultTrust|level", .choice(ProviderTrust.Level.allCases.map(\.rawValue)),
            "How far the emails of all other providers are trusted."),
    ]

    private static let accounts: [ProjectSetting] = [
        ProjectSetting(
            "emailPrivacyConfig.enableImprovedEmailPrivacy", tenant: "emailPrivacyConfig.enableImprovedEmailPrivacy", .truth,
            "Whether responses hide which emails have accounts."),
        ProjectSetting(
            "client.permissions.disabledUserSignup", tenant: "client.permissions.disabledUserSignup", .truth,
            "Whether only administrators create accounts."),
        ProjectSetting(
            "client.permissions.disabledUserDeletion", tenant: "client.permissions.disabledUserDeletion", .truth,
            "Whether only administrators delete accounts."),
        policy("passwordPolicyEnforcementState", .choice(["ENFORCE", "OFF"]), "Whether the password policy is enforced."),
        policy(
            "forceUpgradeOnSignin", .truth, "Whether a password that breaks the policy must be changed at sign-in."),
        policy("refuseCommonPasswords", .truth, "Whether the commonest passwords are refused."),
        strength("minPasswordLength", .number(PasswordPolicy.shortest...30, unit: "characters"), "The shortest password."),
        strength(
            "maxPasswordLength", .number(PasswordPolicy.shortest...PasswordPolicy.longestBytes, unit: "characters"),
            "The longest password; it cannot be shorter than the shortest."),
        strength("containsLowercaseCharacter", .truth, "Whether a password needs a lower-case letter."),
        strength("containsUppercaseCharacter", .truth, "Whether a password needs an upper-case letter."),
        strength("containsNumericCharacter", .truth, "Whether a password needs a digit."),
        strength(
            "containsNonAlphanumericCharacter", .truth,
            "Whether a password needs a character that is neither a letter nor a digit."),
        ProjectSetting(
            "autodeleteAnonymousUsers", tenant: "autodeleteAnonymousUsers", .truth,
            "Whether unused anonymous accounts are deleted."),
        ProjectSetting(
            "vincula.anonymous.autodeleteDays", .number(UnusedAnonymousAccounts.allowedDays, unit: "days"),
            "After how many days without use an anonymous account is deleted."),
        ProjectSetting(
            "vincula.sessions.refreshRotation", .truth, "Whether each exchange of a refresh token returns a new one."),
        ProjectSetting(
            "vincula.sessions.keys", .choice(SessionKeys.allCases.map(\.rawValue)),
            "Whether clients bind sessions to a key: never, if they have one, or always."),
        ProjectSetting("vincula.sessions.keyNonce", .truth, "Whether proofs of keys must contain a nonce from the server."),
        ProjectSetting(
            "vincula.sessions.keyNotices", .truth,
            "Whether people get a mail when somebody uses their session without its key."),
        ProjectSetting(
            "vincula.sessions.unboundUntil", .text("a time such as 2026-12-31T00:00:00Z"),
            "Until when sessions without a key keep working once keys are required (RFC 3339). If empty, until their next refresh."
        ),
        ProjectSetting(
            "vincula.sessions.idleDays", tenant: "vincula.sessions.idleDays",
            .number(SessionBounds.allowedDays, unit: "days"),
            "After how many days without use a session ends. At most the server's own limit, which applies if this is not set."),
        ProjectSetting(
            "vincula.sessions.absoluteDays", tenant: "vincula.sessions.absoluteDays",
            .number(SessionBounds.allowedDays, unit: "days"),
            "After how many days a session ends even if it is in use. At most the server's own limit, which applies if this is not set."
        ),
        ProjectSetting(
            "vincula.sessions.maxPerAccount", tenant: "vincula.sessions.maxPerAccount",
            .number(SessionBounds.allowedCounts, unit: "sessions"),
            "How many sessions an account may have at a time. One more sign-in ends the session that has been unused for longest."
        ),
        ProjectSetting(
            "vincula.sessions.newDeviceNotices", .truth,
            "Whether people are told by mail of a sign-in from a device that their account has not seen."),
        ProjectSetting(
            "quota.signUpQuotaConfig", .pairs("quota=ACCOUNTS startTime=TIME quotaDuration=SECONDSs"),
            "A temporary limit on how many accounts one network address creates in an hour, as in `quota=1000 startTime=2026-01-31T08:00:00Z quotaDuration=3600s`."
        ),
    ]

    private static let secondFactors: [ProjectSetting] = [
        ProjectSetting(
            "mfa.state", tenant: "mfaConfig.state", .choice(["DISABLED", "ENABLED", "MANDATORY"]),
            "Whether people may have a second factor, or must."),
        ProjectSetting(
            "mfa.enabledProviders", tenant: "mfaConfig.enabledProviders", .list("PHONE_SMS"),
            "`PHONE_SMS` if a phone may be a second factor."),
        ProjectSetting(
            "mfa.providerConfigs|0.state", tenant: "mfaConfig.providerConfigs|0.state", .choice(["ENABLED", "DISABLED"]),
            "Whether an authenticator app may be a second factor."),
        ProjectSetting(
            "mfa.providerConfigs|0.totpProviderConfig.adjacentIntervals",
            tenant: "mfaConfig.providerConfigs|0.totpProviderConfig.adjacentIntervals",
            .number(0...10, unit: "periods of 30 seconds"), "How far an app's clock may be off in each direction."),
    ]

    private static let textMessages: [ProjectSetting] = [
        ProjectSetting(
            "smsRegionConfig!allowlistOnly.allowedRegions", tenant: "smsRegionConfig!allowlistOnly.allowedRegions",
            .list("a country's two capitals, such as ES"), "The only countries that text messages are sent to."),
        ProjectSetting(
            "smsRegionConfig!allowByDefault.disallowedRegions", tenant: "smsRegionConfig!allowByDefault.disallowedRegions",
            .list("a country's two capitals, such as ES"),
            "The countries that get no text messages, while all others do. It replaces the setting above."),
        ProjectSetting(
            "vincula.phone.messagesPerDay", .number(0...PhoneSettings.mostMessages, unit: "messages"),
            "How many text messages may be sent in a day, in UTC."),
        ProjectSetting(
            "vincula.phone.appVerification", .choice(AppVerification.allCases.map(\.rawValue)),
            "Whether a request for a text message needs a proof, or the limits suffice. Unset, it depends on the server."),
        ProjectSetting(
            "vincula.phone.templates|LANGUAGE", .text("a text with %LOGIN_CODE%"), "The text message in one language."),
        ProjectSetting(
            "notification.sendSms.useDeviceLocale", .truth,
            "Whether a text message is in the language that the app asks for, and not in the project's."),
    ]

    private static let mail: [ProjectSetting] = [
        ProjectSetting(
            "notification.defaultLocale", .choice(Language.allCases.map(\.rawValue)),
            "The language of mails and pages when a request does not ask for one."),
        ProjectSetting("vincula.email.appName", .text("at most 200 bytes"), "The app's name in mails and pages."),
        ProjectSetting("vincula.email.senderName", .text("at most 200 bytes"), "The name before the sender's address."),
        ProjectSetting("vincula.email.replyTo", .text("an email address"), "The address that replies go to."),
        ProjectSetting(
            "vincula.email.codes", .truth, "Whether mails also contain a code of six digits that works instead of the link."),
        ProjectSetting(
            "notification.sendEmail.callbackUri", .text("an https URL without a fragment"),
            "The page that emailed links lead to instead of the server's own."),
        template("subject", .text("a text with placeholders such as %APP_NAME%"), "The subject, in all languages."),
        template("body", .text("a text with placeholders such as %LINK%"), "The text, in all languages."),
        template("bodyFormat", .choice(["PLAIN_TEXT", "HTML"]), "The format of the text."),
        template("senderDisplayName", .text("at most 200 bytes"), "The name before the sender's address in these mails."),
        template("replyTo", .text("an email address"), "The address that replies to these mails go to."),
        ProjectSetting(
            "vincula.email.templates|KIND.LANGUAGE.subject", .text("a Mustache template"),
            "The subject of one kind of mail in one language."),
        ProjectSetting(
            "vincula.email.templates|KIND.LANGUAGE.text", .text("a Mustache template"),
            "The plain text of one kind of mail in one language."),
        ProjectSetting(
            "vincula.email.templates|KIND.LANGUAGE.html", .text("a Mustache template"),
            "The HTML of one kind of mail in one language."),
        ProjectSetting(
            "notification.sendEmail.method", .choice(["DEFAULT", "CUSTOM_SMTP"]),
            "Whether mails go through the operator's mail server, or through the project's own; see vincula config mail."),
        smtp("senderEmail", .text("an email address"), "The address that mails come from."),
        smtp("host", .text("a host name"), "The project's own mail server."),
        smtp("port", .number(1...65535, unit: ""), "The port of that server."),
        smtp(
            "securityMode", .choice(["SSL", "START_TLS"]),
            "How the connection is encrypted. Unencrypted connections are not supported."),
        smtp(
            "username", .text("at most 256 bytes"),
            "The user name at that server. It goes with the password: set both or neither."),
        smtp("password", .secret, "The password at that server."),
    ]

    private static let looks: [ProjectSetting] = [
        ProjectSetting("vincula.page.name", .text("at most 200 bytes"), "The name on the pages."),
        ProjectSetting(
            "vincula.page.logo", .text("an https URL, or a data: URL with a picture of at most 64 KiB"),
            "The picture above the pages."),
        ProjectSetting("vincula.page.color", .text("a colour, such as #1a4fba"), "The colour of buttons and links."),
    ]

    private static let others: [ProjectSetting] = [
        ProjectSetting("multiTenant.allowTenants", .truth, "Whether tenants may be created."),
        ProjectSetting(
            "monitoring.requestLogging.enabled", .truth, "Whether each request to the project is written to the server's log."),
        ProjectSetting(
            "blockingFunctions.triggers|TRIGGER.functionUri", .text("an https URL"),
            "Your own function that is asked before something happens; see vincula blocking."),
        ProjectSetting(
            "blockingFunctions.forwardInboundCredentials.idToken", .truth, "Whether functions see providers' ID tokens."),
        ProjectSetting(
            "blockingFunctions.forwardInboundCredentials.accessToken", .truth, "Whether functions see providers' access tokens."),
        ProjectSetting(
            "blockingFunctions.forwardInboundCredentials.refreshToken", .truth,
            "Whether functions see providers' refresh tokens."),
    ]

    private static let migration: [ProjectSetting] = [
        former("projectId", .text("a project's id"), "The Firebase project that people move from; see vincula migration."),
        former("apiKey", .secret, "An API key of that project."),
        former("serverUrl", .text("an https URL"), "Another server with Firebase's API, in place of Firebase."),
        former("until", .text("a time such as 2026-12-31T00:00:00Z"), "The end of the move, at most 180 days ahead."),
        former("acceptRefreshTokens", .truth, "Whether refresh tokens of that project are exchanged."),
        former("acceptIdTokens", .truth, "Whether people can look up their account with an ID token of that project."),
        former("askPasswords", .truth, "Whether that server is asked about passwords that are not known here."),
    ]

    private static let tenantsOnly: [ProjectSetting] = [
        ProjectSetting(
            nil, tenant: "displayName", .text("a letter, then letters, digits and hyphens, at most 20 in all"),
            "The tenant's name."),
        ProjectSetting(nil, tenant: "allowPasswordSignup", .truth, "Whether people sign in to the tenant with a password."),
        ProjectSetting(
            nil, tenant: "enableEmailLinkSignin", .truth, "Whether people sign in to the tenant with an emailed link."),
        ProjectSetting(
            nil, tenant: "disableAuth", .truth,
            "Whether the tenant is disabled: nobody can sign in to it, and its accounts cannot be managed."),
        ProjectSetting(
            nil, tenant: "inheritance.emailSendingConfig", .truth,
            "Whether mails have the project's sender, templates, link address and mail server."),
    ]

    private static func policy(_ name: String, _ kind: Kind, _ help: String) -> ProjectSetting {
        ProjectSetting("passwordPolicyConfig.\(name)", tenant: "passwordPolicyConfig.\(name)", kind, help)
    }

    private static func strength(_ name: String, _ kind: Kind, _ help: String) -> ProjectSetting {
        let place = "passwordPolicyConfig.passwordPolicyVersions|0.customStrengthOptions.\(name)"
        return ProjectSetting(place, tenant: place, kind, help)
    }

    private static func template(_ name: String, _ kind: Kind, _ help: String) -> ProjectSetting {
        ProjectSetting("notification.sendEmail.TEMPLATE.\(name)", kind, help)
    }

    private static func smtp(_ name: String, _ kind: Kind, _ help: String) -> ProjectSetting {
        ProjectSetting("notification.sendEmail.smtp.\(name)", kind, help)
    }

    private static func former(_ name: String, _ kind: Kind, _ help: String) -> ProjectSetting {
        ProjectSetting("vincula.migration.firebase.\(name)", kind, help)
    }
}
