package import AsyncHTTPClient
package import Foundation
import VinculaCore
package import VinculaEngine

/// Calls projects' functions, under the rules for connections to providers.
package struct BlockingFunctionHTTP: BlockingFunctionCaller {
    /// The time that a function has, from the lookup of its host to the end of its answer.
    package static let timeout: Duration = .seconds(7)

    private let http: ProviderHTTP
    private let timeout: Duration

    /// - Parameters:
    ///   - providers: The settings of connections, which are those for identity providers.
    ///   - httpClient: Only its event loops are used.
    ///   - stop: Ends the wait for a function when the server stops.
    ///   - timeout: The time that a function has.
    package init(
        providers: ProviderOptions, httpClient: HTTPClient, stop: ProviderStop = ProviderStop(),
        timeout: Duration = BlockingFunctionHTTP.timeout
    ) {
        http = ProviderHTTP(
            eventLoopGroup: httpClient.eventLoopGroup, allowsLoopbackHTTP: providers.allowsLoopbackHTTP,
            allowsPrivateAddresses: providers.allowsPrivateAddresses, peer: "function", longestBody: BlockingAnswer.longest,
            takesServerErrors: true, stop: stop)
        self.timeout = timeout
    }

    package func accepts(_ url: String) -> Bool { http.isAddress(url) && http.mayLeadOut(url) }

    package func post(
        _ body: Data, headers: [(name: String, value: String)], to url: String
    ) async -> BlockingCallOutcome {
        guard http.isAddress(url) else { return .failed("The function's address is not an https URL.") }
        var request = ProviderRequest.post(url, .text(body, type: "application/json"))
        for (name, value) in headers { request = request.with(name, value) }
        do throws(AuthError) {
            let response = try await http.answer(to: request, until: .now + timeout)
            return .answered(status: response.status, body: response.body)
        } catch .providerUnavailable(let reason) {
            return .failed(reason)
        } catch {
            return .failed("The function could not be reached.")
        }
    }
}
