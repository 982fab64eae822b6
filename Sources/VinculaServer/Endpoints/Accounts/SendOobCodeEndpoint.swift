import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:sendOobCode`, v3 `getOobConfirmationCode`: mails a link.
    func sendOobCode(_ call: Call) async throws -> Response {
        guard call.caller == .app else { return try await adminSendOobCode(call) }
        let request = try call.decode(endUser: SendOobCodeRequest.self)
        let purpose = try ActionCodePurpose(requestType: request.requestType)
        var target = ActionCode.Target()
        try target.take(
            continueURL: request.continueUrl, ios: request.iOSBundleId, appStoreID: request.iOSAppStoreId,
            android: request.androidPackageName, minimumVersion: request.androidMinimumVersion,
            installsApp: request.androidInstallApp,
            domain: request.linkDomain ?? request.dynamicLinkDomain)
        target.opensInApp = request.canHandleCodeInApp ?? false
        target.take(call)
        if purpose == .signIn {
            guard let email = request.email, !email.isEmpty else { throw AuthError.missingEmail }
            guard target.continueURL != nil else { throw AuthError.missingContinueURI }
        }
        var asked = ActionCodeRequest(purpose, target: target)
        asked.email = request.email
        asked.newEmail = request.newEmail
        asked.idToken = request.idToken
        var response = SendOobCodeResponse()
        response.email = try await engine.actionCodes.sendActionCode(asked, in: call.scope, from: call.client).value
        return try Answer.json(response)
    }
}

extension ActionCodePurpose {
    /// Reads a `requestType`.
    ///
    /// - Throws: ``AuthError/missingRequestType``, ``AuthError/invalidRequestType`` for a type that clients cannot request.
    init(requestType: OobReqType?) throws(AuthError) {
        guard let requestType, requestType != .unspecified else { throw .missingRequestType }
        // Only the server itself sends links that revert a change.
        guard let purpose = ActionCodePurpose(rawValue: requestType.rawValue), !purpose.takesBack else {
            throw .invalidRequestType
        }
        self = purpose
    }
}

extension ActionCode.Target {
    /// Copies the fields of a request that say where its link leads.
    ///
    /// - Throws: ``AuthError/missingIOSBundleID``, ``AuthError/missingAndroidPackageName`` if an app is described but not
    ///   named.
    mutating func take(
        continueURL: String?, ios: String?, appStoreID: String?, android: String?, minimumVersion: String?,
        installsApp: Bool?, domain: String?
    ) throws(AuthError) {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        self.continueURL = given(continueURL)
        iosBundleID = try given(ios).map { text throws(AuthError) in try Self.identifier(text) }
        androidPackage = try given(android).map { text throws(AuthError) in try Self.identifier(text) }
        linkDomain = given(domain)
        guard given(appStoreID) == nil || iosBundleID != nil else { throw .missingIOSBundleID }
        guard androidPackage != nil || given(minimumVersion) == nil && installsApp != true else {
            throw .missingAndroidPackageName
        }
        offersAndroidApp = androidPackage != nil && (installsApp == true || given(minimumVersion) != nil) ? true : nil
    }

    /// Copies the caller's language, API key and address.
    mutating func take(_ call: Call) {
        language = call.language
        apiKey = call.apiKey.flatMap { $0.utf8.count <= 128 ? $0 : nil }
        requestedFrom = call.client == .unknown ? nil : call.client.description
    }

    /// Checks an app id, which becomes part of links.
    private static func identifier(_ text: String) throws(AuthError) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || (0x30...0x39).contains(byte)
                || ".-_".utf8.contains(byte)
        }
        guard isPlain, text.utf8.count <= 155 else {
            throw .invalidArgument("An app id may have at most 155 letters, digits, dots, hyphens and underscores.")
        }
        return text
    }
}
