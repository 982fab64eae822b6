extension ProjectScope {
    /// The project of operators' accounts.
    ///
    /// Its id has a slash, which no project's id may have (``isProjectID(_:)``): no request, key, service account or setting can
    /// name it, and none can be created with it.
    package static let operators = ProjectScope(project: "vincula/operators")
}

extension ProjectSettings {
    /// The fixed settings of operators' accounts: a password and an authenticator app, by invitation only, and no mails.
    package static let operators: ProjectSettings = {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.disabledUserSignUp = true
        settings.disabledUserDeletion = true
        settings.authorizedDomains = []
        settings.secondFactors.authenticatorsEnabled = true
        settings.secondFactors.isMandatory = true
        settings.passwordPolicy.minimumLength = 10
        return settings
    }()
}
