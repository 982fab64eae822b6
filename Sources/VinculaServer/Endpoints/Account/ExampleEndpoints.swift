import HTTPTypes
import Hummingbird
import VinculaCore

extension Endpoints {
    /// `/example`: the page of Examples/WebApp.
    func examplePage(_ call: Call) async throws -> Response {
        var response = AccountFiles.examplePage.response(to: call)
        for field in ContentPolicy.scripted(connects: true).headers { response.headers[field.name] = field.value }
        return response
    }

    /// `/example/key.js`
    func exampleKey(_ call: Call) async throws -> Response { AccountFiles.exampleKey.response(to: call) }

    /// `/example/app.js`
    func exampleScript(_ call: Call) async throws -> Response { AccountFiles.exampleScript.response(to: call) }
}
