import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The conditions that hold after every attack (Documentation/Threats.md §1).
extension Target {
    /// Checks that no two accounts share an email, phone or identity, that nothing the attacker got opens the victim's
    /// account, and that the server is alive.
    ///
    /// - Parameters:
    ///   - answers: All that the attacker was ever answered.
    ///   - victim: The victim's account.
    func expectInvariants(
        attacker answers: [HTTPAnswer] = [], victim: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let accounts = try await accounts()
        expectDistinct(accounts.compactMap(\.email?.value), sourceLocation)
        expectDistinct(accounts.compactMap(\.phone?.value), sourceLocation)
        expectDistinct(accounts.flatMap { $0.identities.map(\.key) }, sourceLocation)
        let page = try await HTTP.send(
            "GET", "\(server.url)/v1/projects/\(server.project)/accounts:batchGet?maxResults=1000",
            headers: ["Authorization": "Bearer owner"])
        if case .array(let users)? = page.json["users"] {
            #expect(users.count == accounts.count, sourceLocation: sourceLocation)
            expectDistinct(users.compactMap { $0["email"]?.string }, sourceLocation)
        } else {
            #expect(accounts.isEmpty, sourceLocation: sourceLocation)
        }
        if let victim { try await expectNoWay(into: victim, by: answers, sourceLocation) }
        #expect(try await HTTP.send("GET", "\(server.url)/healthz").status == 200, sourceLocation: sourceLocation)
    }

    private func expectDistinct<Value: Hashable>(_ values: [Value], _ sourceLocation: SourceLocation) {
        #expect(Set(values).count == values.count, "\(values)", sourceLocation: sourceLocation)
    }

    /// A squatter's first token names the account that is the owner's since: what counts is that nobody believes it.
    private func expectNoWay(into victim: String, by answers: [HTTPAnswer], _ sourceLocation: SourceLocation) async throws {
        for answer in answers {
            for idToken in [answer["idToken"], answer["id_token"]].compactMap(\.self) {
                let lookup = try await server.call("accounts:lookup", ["idToken": .string(idToken)])
                #expect(!lookup.text.contains(victim), "\(lookup.text)", sourceLocation: sourceLocation)
            }
            for refreshToken in [answer["refreshToken"], answer["refresh_token"]].compactMap(\.self) {
                let refreshed = try await server.refresh(refreshToken)
                #expect(refreshed["user_id"] != victim, "\(refreshed.text)", sourceLocation: sourceLocation)
                if let idToken = refreshed["id_token"], let claims = JSONWebToken(idToken)?.claims {
                    #expect(claims["user_id"]?.string != victim, sourceLocation: sourceLocation)
                }
            }
        }
    }
}
