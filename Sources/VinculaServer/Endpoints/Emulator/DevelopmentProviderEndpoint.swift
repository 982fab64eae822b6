import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension Endpoints {
    /// `/__/dev/provider/{provider}`: the stand-in for a provider's page, and its form.
    func developmentProvider(_ call: Call) async throws -> Response {
        let isPost = call.method == .post
        let fields = try isPost ? FormFields(call.body).byName : [:]
        func value(_ name: String) -> String? { isPost ? fields[name] : call.query[name] }
        guard let provider = engine.catalogue[ProviderID(call.parameters.get("provider") ?? "")] else {
            throw RequestRefusal.notFound
        }
        guard let target = DevelopmentProviderPage.Target(redirectURI: value("redirect_uri"), state: value("state")) else {
            throw AuthError.invalidArgument("This page needs a redirect_uri and a state.")
        }
        guard isPost else {
            let accounts = try await engine.accounts.listAccounts(
                after: nil, limit: 1000, in: ProjectScope(project: options.project))
            return DevelopmentProviderPage(provider: provider, target: target, accounts: accounts).page.response()
        }
        let person = DevelopmentPerson(
            subject: SecureRandom.alphanumeric(28), email: fields["email"], name: fields["display-name"],
            screenName: fields["screen-name"], picture: fields["profile-photo"])
        return Response(
            status: .seeOther, headers: [.location: target.url("code", person.code), .cacheControl: "no-store"])
    }
}
