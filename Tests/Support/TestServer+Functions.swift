package import Testing
package import VinculaCore
import VinculaCrypto

extension TestServer {
    /// Has functions of the project asked at a gateway, each under a path with the trigger's name.
    package func setFunctions(
        _ triggers: BlockingTrigger..., at gateway: GatewayFixture, forwarding: [String: JSONValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let functions = triggers.map { trigger -> (String, JSONValue) in
            (trigger.rawValue, ["functionUri": .string("\(gateway.address)/\(trigger.rawValue)")])
        }
        let answer = try await configure(
            "blockingFunctions",
            [
                "blockingFunctions": [
                    "triggers": .object(Dictionary(functions) { $1 }), "forwardInboundCredentials": .object(forwarding),
                ]
            ])
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
    }
}

extension GatewayFixture {
    /// Answers as functions do: each trigger's with changes of an account, any other with none.
    package func answer(_ changes: [BlockingTrigger: JSONValue]) {
        behaviour = .respond { request in
            guard let trigger = BlockingTrigger(rawValue: String(request.path.dropFirst())),
                case .object(let fields)? = changes[trigger]
            else { return (200, "{}") }
            let record = fields.merging(["updateMask": .string(fields.keys.sorted().joined(separator: ","))]) { own, _ in own }
            return (200, JSONValue.object(["userRecord": .object(record)]).text)
        }
    }

    /// The triggers that were asked for so far.
    package var asked: [String] { requests.map { String($0.path.dropFirst()) } }
}

extension GatewayFixture.Request {
    /// The token that a function gets.
    package var eventToken: String { json["data"]?["jwt"]?.string ?? "" }
    /// The event in it.
    package var event: JSONValue { JSONWebToken(eventToken)?.claims ?? .null }
}

extension HTTPAnswer {
    /// The claims of the ID token in the answer.
    package var claims: JSONValue { self["idToken"].flatMap { JSONWebToken($0)?.claims } ?? .null }
}
