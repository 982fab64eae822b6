import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/callback/{provider}` and `/__/auth/callback/{provider}/{project}`: takes what the provider's page sent back,
    /// and hands the end of the sign-in to the app.
    ///
    /// The provider may have its own site post a form here, so the request's origin says nothing; the state and the cookie
    /// say whose flow it is.
    func flowCallback(_ call: Call) async throws -> Response {
        // The state can be used once, and not by a link checker.
        guard call.method != .head else { return Answer.text("", type: "text/html; charset=utf-8") }
        let server = browserAddress(call)
        let result: FlowResult
        do {
            try engine.limits.admit(.beginFlow, from: call.client)
            result = try await engine.flows.receive(try answer(call, server: server))
        } catch let error as AuthError {
            let refusal = if case .tooManyAttempts = error { FlowRefusal(error, kind: nil) ?? .lost } else { FlowRefusal.lost }
            let page = try await flowPage(call.language, provider: nil, in: nil).refusal(refusal, nil, retryURL: nil)
            return page.response(status: .badRequest)
        }
        let request = result.request
        let page = try await flowPage(request.language ?? call.language, provider: request.provider, in: result.scope)
        switch result.outcome {
        case .signedIn(let urlResponse, let sessionID):
            let event = FlowEvent(request, urlResponse: urlResponse, sessionID: sessionID)
            return page.handover(
                FlowDelivery(event: event, target: result.target, request: request, server: server, isAtOnce: true)
            ).response()
        case .failed(let failure):
            let refusal = FlowRefusal(failure)
            let event = FlowEvent(request, failure: .init(code: refusal.code, message: refusal.detail ?? ""))
            let delivery = FlowDelivery(
                event: event, target: result.target, request: request, server: server, isAtOnce: false)
            return page.refusal(refusal, delivery, retryURL: result.retryURL).response()
        }
    }

    private func answer(_ call: Call, server: String) throws -> FlowAnswer {
        let isForm = call.method == .post
        let provider = PercentEncoding.decoded((call.parameters.get("provider") ?? "").utf8)
        let project = call.parameters.get("project").map { PercentEncoding.decoded($0.utf8) }
        let fields = isForm ? try FormFields(call.body).once : call.query.once
        guard let fields, provider.isStreamSafe, (1...128).contains(provider.utf8.count) else {
            throw AuthError.invalidIDPResponse("A parameter is repeated or malformed.")
        }
        return FlowAnswer(
            provider: ProviderID(provider), project: project, fields: fields,
            browserSecret: FlowCookie.secret(in: call.headers[values: .cookie], isSecure: isSecure(server)))
    }
}
