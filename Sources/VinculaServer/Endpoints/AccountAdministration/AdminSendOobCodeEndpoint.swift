import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:sendOobCode`: mails a link, or returns it.
    func adminSendOobCode(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: AdminSendOobCodeRequest.self)
        let scope = try call.scope(target: request.targetProjectId)
        let purpose = try ActionCodePurpose(requestType: request.requestType)
        var target = ActionCode.Target()
        try target.take(
            continueURL: request.continueUrl, ios: request.iOSBundleId, appStoreID: request.iOSAppStoreId,
            android: request.androidPackageName, minimumVersion: request.androidMinimumVersion,
            installsApp: request.androidInstallApp,
            domain: request.linkDomain ?? request.dynamicLinkDomain)
        target.opensInApp = request.canHandleCodeInApp ?? false
        target.language = call.language
        var asked = ActionCodeRequest(purpose, target: target)
        asked.email = request.email
        asked.newEmail = request.newEmail
        if let idToken = request.idToken, !idToken.isEmpty, (request.email ?? "").isEmpty {
            asked.email = try await engine.lookUpOwnAccount(idToken: idToken, in: scope).email?.value
        }
        var response = SendOobCodeResponse()
        if request.returnOobLink ?? false {
            let link = try await engine.actionCodes.makeActionLink(asked, in: scope)
            response.email = link.email.value
            response.oobCode = link.code
            response.oobLink = link.link
        } else {
            response.email = try await engine.actionCodes.sendActionCodeForAdministrator(asked, in: scope).value
        }
        return try Answer.json(response)
    }
}
