import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The settings of a project that the account page needs before anybody signs in: nothing that clients may not see.
struct AccountPageConfig: Codable, Sendable {
    /// The name and logo.
    struct Project: Codable, Sendable {
        var name: String
        var logo: String?
    }

    /// The sign-in methods and other functions that are on.
    struct Methods: Codable, Sendable {
        var password: Bool
        var emailLink: Bool
        /// Indicates whether people may sign in with a phone number.
        var phone: Bool
        var anonymous: Bool
        var signUp: Bool
        var authenticator: Bool
        /// Indicates whether phones may be added as second factors.
        var phoneFactor: Bool
        var delete: Bool
        /// Indicates whether a last way in may be removed.
        var unlinkLast: Bool
        /// Indicates whether people can see where they are signed in.
        var sessions: Bool
        /// Indicates whether people can have recovery codes.
        var recoveryCodes: Bool
        /// Indicates whether this server sends mails.
        var mail: Bool
        /// Indicates whether people can be sent back to a web app signed in.
        var handover: Bool
    }

    /// A provider that has a page to sign in with.
    struct Provider: Codable, Sendable {
        var id: String
        var title: String
        /// Indicates whether people can sign in with it in this project now.
        var isOffered: Bool
    }

    var project: Project
    var methods: Methods
    var passwordPolicy: PasswordPolicyResponse
    /// Indicates whether common passwords and the person's own address are refused.
    var refusesCommonPasswords: Bool
    /// Every provider by its name; those that are not offered may still be ways into older accounts.
    var providers: [Provider]
    /// The tags of the languages.
    var languages: [String]
}

extension Endpoints {
    /// `/account/config`
    func accountPageConfig(_ call: Call) async throws -> Response {
        let settings = try await engine.projects.settings(in: call.scope)
        let policy = settings.passwordPolicy
        let paths = Set(Routes.all.flatMap(\.paths))
        let mail = engine.sendsMail(settings)
        return try Answer.json(
            AccountPageConfig(
                project: .init(name: settings.pageName(of: call.scope.project), logo: settings.page.logo),
                methods: .init(
                    password: settings.passwordEnabled, emailLink: settings.emailLinkEnabled && mail,
                    phone: settings.phone.isEnabled,
                    anonymous: settings.anonymousEnabled && !settings.secondFactors.isMandatory,
                    signUp: !settings.disabledUserSignUp, authenticator: settings.secondFactors.authenticatorsEnabled,
                    phoneFactor: settings.secondFactors.phonesEnabled,
                    delete: !settings.disabledUserDeletion, unlinkLast: settings.allowUnlinkingLastMethod,
                    sessions: paths.contains("/account/sessions"), recoveryCodes: paths.contains("/account/recovery-codes"),
                    mail: mail, handover: paths.contains("/account/handover")),
                passwordPolicy: PasswordPolicyResponse(
                    options: CustomStrengthOptions(policy), nonAlphanumeric: PasswordPolicy.nonAlphanumericCharacters,
                    isEnforced: policy.isEnforced, forceUpgradeOnSignin: policy.forceUpgradeOnSignIn),
                refusesCommonPasswords: policy.refusesCommon,
                providers: try await pageProviders(in: call.scope), languages: Language.allCases.map(\.rawValue)))
    }

    private func pageProviders(in scope: ProjectScope) async throws -> [AccountPageConfig.Provider] {
        let offered = try await engine.flows.offered(in: scope)
        let others = engine.catalogue.providers.filter { known in !offered.contains { $0.id == known.id } }
        return offered.map { .init($0, isOffered: true) } + others.map { .init($0, isOffered: false) }
    }
}

extension AccountPageConfig.Provider {
    fileprivate init(_ provider: ProviderDescription, isOffered: Bool) {
        self.init(id: provider.id.value, title: provider.title, isOffered: isOffered)
    }
}
