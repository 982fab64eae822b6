package import AsyncHTTPClient
package import Foundation
import VinculaCore
package import VinculaEngine

/// Posts messages to webhooks, under the rules for connections to providers.
package struct WebhookHTTP: WebhookCaller {
    /// The time for one request, from the lookup of the host to the head of the answer.
    package static let timeout: Duration = .seconds(15)

    private let http: ProviderHTTP

    /// - Parameters:
    ///   - providers: The settings of connections, which are those for identity providers.
    ///   - httpClient: Only its event loops are used.
    package init(providers: ProviderOptions, httpClient: HTTPClient) {
        http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: providers.allowsLoopbackHTTP,
            allowsPrivateAddresses: providers.allowsPrivateAddresses, peer: "webhook", takesServerErrors: true, readsBody: false)
    }

    /// - Parameter http: The way in which requests are made.
    init(_ http: ProviderHTTP) { self.http = http }

    package func accepts(_ url: String) -> Bool { http.isAddress(url) && http.mayLeadOut(url) }

    package func post(
        _ payload: Data, headers: [(name: String, value: String)], to url: String
    ) async -> WebhookCallOutcome {
        var request = ProviderRequest.post(url, .text(payload, type: "application/json"))
        for (name, value) in headers { request = request.with(name, value) }
        do throws(AuthError) {
            return .answered(status: try await http.answer(to: request, until: .now + Self.timeout).status)
        } catch .providerUnavailable(let reason) {
            return .failed(reason)
        } catch {
            return .failed("The webhook could not be reached.")
        }
    }
}
