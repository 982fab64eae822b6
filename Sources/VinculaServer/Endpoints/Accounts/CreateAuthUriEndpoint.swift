import Foundation
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension Endpoints {
    /// `accounts:createAuthUri`: returns how an email may sign in.
    func createAuthUri(_ call: Call) async throws -> Response {
        let request = try call.decode(CreateAuthUriRequest.self)
        try call.requireNoTenant(request.tenantId)
        guard (request.providerId ?? "").isEmpty else {
            throw AuthError.operationNotAllowed("This server has no pages for signing in with a provider.")
        }
        guard let identifier = request.identifier, !identifier.isEmpty else { throw AuthError.missingIdentifier }
        guard let continueURI = request.continueUri, !continueURI.isEmpty else { throw AuthError.missingContinueURI }
        guard let email = EmailAddress(identifier) else { throw AuthError.invalidIdentifier }
        guard URL(string: continueURI)?.scheme != nil else { throw AuthError.invalidContinueURI }
        var response = CreateAuthUriResponse(sessionId: request.sessionId ?? SecureRandom.alphanumeric(27))
        if let methods = try await engine.signInMethods(of: email, in: call.scope, from: call.client) {
            response.registered = methods.isRegistered
            response.allProviders = methods.providers.map(\.value)
            response.signinMethods = methods.methods
        }
        return try Answer.json(response)
    }
}
