import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/__/auth/handler` and `/emulator/auth/handler`: sends the browser to the provider's page.
    ///
    /// A page says what is wrong with a request before anything leaves for the provider. The response has no
    /// `Cross-Origin-Opener-Policy`, which would cut a popup off from the page that opened it.
    func flowHandler(_ call: Call) async throws -> Response {
        // Link checkers ask with HEAD; they begin nothing.
        guard call.method != .head else { return Answer.text("", type: "text/html; charset=utf-8") }
        let server = browserAddress(call)
        var request: FlowRequest?
        var scope: ProjectScope?
        do {
            // Counted before the key is looked up.
            try engine.limits.admit(.beginFlow, from: call.client)
            guard let fields = call.query.once else {
                throw AuthError.invalidArgument("Invalid query. A parameter is repeated or has a dotted name")
            }
            let asked = try FlowRequest(query: fields)
            request = asked
            let project = try await flowScope(apiKey: asked.apiKey, calling: "flow.handler", tenant: asked.tenant, call)
            scope = project
            if asked.kind == .verifyApp { return try await verification(for: asked, server: server, in: project, call) }
            let beginning = try await engine.flows.begin(
                asked, server: server,
                browserSecret: FlowCookie.secret(in: call.headers[values: .cookie], isSecure: isSecure(server)),
                in: project)
            return try leave(for: beginning, isSecure: isSecure(server))
        } catch let error as AuthError {
            guard let refusal = FlowRefusal(error, kind: request?.kind) else { throw error }
            return try await refused(refusal, request, in: scope, server: server, call)
        }
    }

    /// Sends the browser to the provider, with the cookie that binds the flow to it.
    private func leave(for beginning: FlowBeginning, isSecure: Bool) throws -> Response {
        // Checked where it was made, too; a header field must not depend on that.
        let isSound = beginning.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isSound, ["https://", "http://"].contains(where: { beginning.url.hasPrefix($0) }) else {
            throw AuthError.operationNotAllowed("The provider's address is malformed.")
        }
        var headers: HTTPFields = [.location: beginning.url, .cacheControl: "no-store"]
        for cookie in FlowCookie.values(for: beginning, isSecure: isSecure) {
            headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return Response(status: .seeOther, headers: headers)
    }

    /// Says why a flow does not begin, with a button that tells the app, if the result could have gone there.
    private func refused(
        _ refusal: FlowRefusal, _ request: FlowRequest?, in scope: ProjectScope?, server: String, _ call: Call
    ) async throws -> Response {
        var delivery: FlowDelivery?
        if let request, let scope, let target = try await allowedTarget(of: request, server: server, in: scope) {
            let failure = FlowEvent.Failure(code: refusal.code, message: refusal.detail ?? "")
            delivery = FlowDelivery(
                event: FlowEvent(request, failure: failure), target: target, request: request, server: server)
        }
        let language = request?.language ?? call.query.language ?? call.language
        let page = try await flowPage(language, provider: request?.provider, in: scope)
            .refusal(refusal, delivery, retry: request.map { .open(FlowCallback.handler + "?" + $0.query) })
        return page.response(status: .badRequest)
    }

    private func allowedTarget(
        of request: FlowRequest, server: String, in scope: ProjectScope
    ) async throws -> FlowReturn? {
        do {
            return try await engine.flows.target(of: request, server: server, in: scope)
        } catch is AuthError {
            return nil
        }
    }
}
