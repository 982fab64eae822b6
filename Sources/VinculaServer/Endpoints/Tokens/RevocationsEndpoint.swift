import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `revocations`: lists tokens that ended before they expire.
    func revocations(_ call: Call) async throws -> Response {
        guard let cursor = RevocationCursor(call.query["after"] ?? "") else {
            throw AuthError.invalidArgument("after must be the next of an earlier response.")
        }
        let page = try await engine.accounts.listRevocations(after: cursor, in: call.scope)
        return try Answer.json(
            RevocationsResponse(
                revocations: page.revocations.map(RevocationsResponse.Revocation.init), next: page.next.text,
                hasMore: page.hasMore))
    }
}

extension RevocationsResponse.Revocation {
    fileprivate init(_ revocation: Revocation) {
        self.init()
        tenantId = revocation.scope.tenant.isEmpty ? nil : revocation.scope.tenant
        expiresAt = Int64Text(revocation.expiresAt.seconds)
        switch revocation.target {
        case .session(let handle): session = handle
        case .account(let id, let generation, let validSince):
            localId = id.value
            self.generation = Int64Text(generation)
            self.validSince = validSince.map { Int64Text($0) }
        case .everybody(let issuedBefore): self.issuedBefore = Int64Text(issuedBefore)
        case .everybodyWithoutSecondFactor(let issuedBefore):
            self.issuedBefore = Int64Text(issuedBefore)
            withoutSecondFactor = true
        }
    }
}
