import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/callback/{provider}`, and that with a project, and a tenant, at its end, and for SAML providers
    /// `/__/auth/handler`, too: takes what the provider's page sent back, and hands the end of the sign-in to the app.
    ///
    /// The provider may have its own site post a form here, so the request's origin says nothing; the state and the cookie
    /// say whose flow it is.
    func flowCallback(_ call: Call) async throws -> Response {
        // The state can be used once, and not by a link checker.
        guard call.method != .head else { return Answer.text("", type: "text/html; charset=utf-8") }
        let server = browserAddress(call)
        let result: FlowResult
        do {
            try engine.limits.admit(.finishFlow, from: call.client)
            result = try await engine.flows.receive(try answer(call, server: server))
        } catch let error as AuthError {
            return try await refused(error, call)
        }
        let request = result.request
        let page = try await flowPage(request.language ?? call.language, provider: request.provider, in: result.scope)
        switch result.outcome {
        case .signedIn(let urlResponse, let sessionID):
            let event = FlowEvent(request, urlResponse: urlResponse, sessionID: sessionID)
            return page.handover(
                FlowDelivery(event: event, target: result.target, request: request, server: server)
            ).response()
        case .failed(let failure):
            let refusal = FlowRefusal(failure)
            let event = FlowEvent(request, failure: .init(code: refusal.code, message: refusal.detail ?? ""))
            let delivery = FlowDelivery(event: event, target: result.target, request: request, server: server)
            return page.refusal(refusal, delivery, retry: .open(result.retryURL)).response()
        }
    }

    /// Says why an answer was not taken. If the server is only busy, the flow is still open, and the answer can be sent again.
    private func refused(_ error: AuthError, _ call: Call) async throws -> Response {
        let page = try await flowPage(call.language, provider: nil, in: nil)
        guard let seconds = error.retryAfterSeconds, let refusal = FlowRefusal(error, kind: nil),
            let fields = try callbackFields(call)
        else { return page.refusal(.lost, nil, retry: nil).response(status: .badRequest) }
        let query = fields.sorted { $0.key < $1.key }.map { (QueryText.escaped($0.key), $0.value) }
        let retry: FlowPage.Retry =
            call.method == .post ? .send(call.path, fields) : .open(call.path + "?" + QueryText.encode(query))
        let isBusy = if case .overloaded = error { true } else { false }
        var response = page.refusal(refusal, nil, retry: retry).response(status: isBusy ? .serviceUnavailable : .badRequest)
        response.headers[.retryAfter] = String(seconds)
        return response
    }

    /// The fields of the query or form; `nil` if one is repeated.
    private func callbackFields(_ call: Call) throws -> [String: String]? {
        try call.method == .post ? FormFields(call.body).once : call.query.once
    }

    private func answer(_ call: Call, server: String) throws -> FlowAnswer {
        let provider = call.parameters.get("provider").map { PercentEncoding.decoded($0.utf8) }
        let project = call.parameters.get("project").map { PercentEncoding.decoded($0.utf8) }
        let tenant = call.parameters.get("tenant").map { PercentEncoding.decoded($0.utf8) }
        guard let fields = try callbackFields(call), provider?.isStreamSafe != false,
            provider.map({ (1...128).contains($0.utf8.count) }) != false
        else {
            throw AuthError.invalidIDPResponse("A parameter is repeated or malformed.")
        }
        return FlowAnswer(
            provider: provider.map { ProviderID($0) }, project: project, tenant: tenant, fields: fields,
            browserSecret: FlowCookie.secret(in: call.headers[values: .cookie], isSecure: isSecure(server)))
    }
}
