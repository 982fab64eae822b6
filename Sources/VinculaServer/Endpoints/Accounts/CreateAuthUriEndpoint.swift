import Foundation
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension Endpoints {
    /// `accounts:createAuthUri`: returns how an email may sign in, or the address of a provider's page.
    func createAuthUri(_ call: Call) async throws -> Response {
        let request = try call.decode(CreateAuthUriRequest.self)
        guard let continueURI = request.continueUri, !continueURI.isEmpty else {
            let isLookup = (request.providerId ?? "").isEmpty && (request.identifier ?? "").isEmpty
            throw isLookup ? AuthError.missingIdentifier : AuthError.missingContinueURI
        }
        if let provider = request.providerId, !provider.isEmpty {
            return try await beginAuthUri(request, provider: provider, continueURI: continueURI, call)
        }
        guard let identifier = request.identifier, !identifier.isEmpty else { throw AuthError.missingIdentifier }
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

    /// Begins a sign-in at a provider's page that sends the browser back to the app's own address.
    private func beginAuthUri(
        _ request: CreateAuthUriRequest, provider: String, continueURI: String, _ call: Call
    ) async throws -> Response {
        let session = request.sessionId.flatMap { $0.isEmpty ? nil : $0 } ?? SecureRandom.alphanumeric(27)
        // It is all that binds the answer to the app: there is no cookie.
        guard (16...1024).contains(session.utf8.count) else {
            throw AuthError.invalidArgument("Invalid JSON payload received. sessionId must have 16 to 1024 bytes")
        }
        var parameters = request.customParameter ?? [:]
        if let hint = request.identifier, !hint.isEmpty, parameters["login_hint"] == nil { parameters["login_hint"] = hint }
        let flow = try FlowRequest(
            authURIOf: ProviderResponse.provider(provider), apiKey: call.apiKey ?? "", continueURL: continueURI,
            session: Data(session.utf8).sha256, scope: request.oauthScope, parameters: parameters)
        let beginning = try await engine.flows.begin(flow, server: options.address.url, browserSecret: nil, in: call.scope)
        var response = CreateAuthUriResponse(sessionId: session)
        response.authUri = beginning.url
        response.providerId = flow.provider.value
        return try Answer.json(response)
    }
}
