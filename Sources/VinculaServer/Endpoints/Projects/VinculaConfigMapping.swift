import IdentityToolkit
import VinculaCore
import VinculaEngine

extension VinculaConfig {
    /// Creates the administrators' view of a project's own settings.
    init(_ settings: ProjectSettings) {
        self.init()
        providerTrust = settings.providerTrust.mapValues(Trust.init)
        defaultTrust = Trust(settings.defaultTrust)
        email = Email(settings.email)
        sessions = Sessions(settings.sessions)
        anonymous = Anonymous(autodeleteDays: settings.unusedAnonymous.days)
        page = Page(settings.page)
        signIn = SignIn(loopbackRedirects: settings.signInPages.loopbackRedirects)
        phone = Phone(settings.phone)
        migration = Migration(settings.migration)
    }

    /// Applies the fields that the mask covers; the providers' trust is replaced as a whole.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``, ``AuthError/invalidProviderID(_:)``.
    func apply(to settings: inout ProjectSettings, mask: FieldMask, now: Timestamp) throws(AuthError) {
        if mask.covers("vincula.providerTrust"), providerTrust != nil || mask.namesOrHolds("vincula.providerTrust") {
            var table: [String: ProviderTrust] = [:]
            for (name, trust) in providerTrust ?? [:] {
                try ProjectSettings.requireTrustable(ProviderID(name))
                table[name] = try trust.checked("vincula.providerTrust")
            }
            settings.providerTrust = table
        }
        if mask.covers("vincula.anonymous.autodeleteDays"),
            anonymous?.autodeleteDays != nil || mask.namesOrHolds("vincula.anonymous")
        {
            let days = anonymous?.autodeleteDays ?? UnusedAnonymousAccounts().days
            guard UnusedAnonymousAccounts.allowedDays.contains(days) else {
                throw .invalidConfig("vincula.anonymous.autodeleteDays must be from 1 to 3650.")
            }
            settings.unusedAnonymous.days = days
        }
        if mask.covers("vincula.defaultTrust"), let trust = defaultTrust {
            let checked = try trust.checked("vincula.defaultTrust")
            guard checked.domains.isEmpty else {
                throw .invalidConfig(
                    "vincula.defaultTrust must not have domains; set them for each provider in vincula.providerTrust.")
            }
            settings.defaultTrust = checked
        }
        try (sessions ?? Sessions(refreshRotation: nil)).apply(to: &settings.sessions, mask: mask, now: now)
        try (page ?? Page()).apply(to: &settings.page, mask: mask)
        try (phone ?? Phone(messagesPerDay: nil, templates: nil)).apply(to: &settings.phone, mask: mask)
        if mask.covers("vincula.signIn.loopbackRedirects"), let isOn = signIn?.loopbackRedirects {
            settings.signInPages.loopbackRedirects = isOn
        }
    }
}

extension VinculaConfig.Trust {
    init(_ trust: ProviderTrust) {
        self.init(level: trust.level.rawValue, domains: trust.domains.isEmpty ? nil : trust.domains)
    }

    fileprivate func checked(_ field: String) throws(AuthError) -> ProviderTrust {
        guard let level = level.flatMap(ProviderTrust.Level.init) else {
            throw .invalidConfig("A level in \(field) must be domainOwner, assertsVerified or never.")
        }
        return try ProviderTrust(level: level, domains: domains ?? [])
    }
}

extension FieldMask {
    /// Indicates whether the mask names this field or one that contains it, so that leaving it out of the body means "none".
    func namesOrHolds(_ path: String) -> Bool {
        var path = path[...]
        while true {
            if names(String(path)) { return true }
            guard let dot = path.lastIndex(of: ".") else { return false }
            path = path[..<dot]
        }
    }
}
