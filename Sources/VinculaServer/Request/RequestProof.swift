import Foundation
import HTTPTypes
import Hummingbird
import Logging
package import VinculaCore
import VinculaEngine
package import VinculaProof

/// The proof of a key that an app's request carries: read and checked here, for all endpoints. What it means for a session is
/// decided by the use case.
extension VinculaServer {
    /// The time that a used proof is remembered beyond its age, in seconds: a server whose clock is ahead deletes it for all, also
    /// for those whose clocks are behind, and the clock of one may be set back.
    private static let clockDifference: Int64 = 300

    /// Reads the proof of a request.
    ///
    /// - Returns: The key that the request proves; `nil` if it has no proof. A wrong one is refused even where none is needed.
    /// - Throws: ``AuthError/invalidProof(_:now:)``, ``AuthError/proofNonceRequired``, or the store's errors.
    func provenKey(_ call: Call, _ context: ServerContext, _ route: Route) async throws -> KeyThumbprint? {
        guard route.takesProof, call.caller == .app, call.headers.contains(.proof) else { return nil }
        let engine = endpoints.engine
        let now = engine.clock.now
        do {
            let sessions = try await engine.recentSettings(of: call.scope.project).sessions
            if sessions.asksForNonce { context.route.give(nonce: engine.proofNonces.newest(at: now)) }
            let proof = try read(call, now)
            if sessions.asksForNonce, !(proof.nonce.map { engine.proofNonces.accepts($0, at: now) } ?? false) {
                throw ProofFault.staleNonce
            }
            // Of a request that only reads, nothing is gained by sending it again.
            if route.effect == .writes {
                let end = Timestamp(seconds: ProofRules.forgottenAt(proof) + Self.clockDifference)
                guard try await engine.useProof(Data(proof.fingerprint), until: end) else { throw ProofFault.replayed }
            }
            return KeyThumbprint(Data(proof.key.thumbprint))
        } catch let fault as ProofFault {
            endpoints.metrics.proofs.count(fault)
            throw AuthError(fault, now: now)
        }
    }

    /// Reads and checks what the request alone tells.
    private func read(_ call: Call, _ now: Timestamp) throws(ProofFault) -> Proof {
        let values = call.headers[values: .proof]
        guard values.count == 1, let text = values.first else { throw .several }
        let proof = try Proof(text) { bytes in
            guard bytes.count <= Proof.longest, case .object(let members)? = JSONValue.parse(Data(bytes)) else { return nil }
            return members.mapValues(ProofField.init)
        }
        let token = call.body.namingTenants.idToken.flatMap { $0.isEmpty ? nil : $0 }
        try ProofRules(method: call.method.rawValue, addresses: addresses(of: call, named: proof), now: now.seconds, token: token)
            .check(proof)
        return proof
    }

    /// The addresses under which a client may have sent a request here: the public one, and for clients on this machine its own
    /// names, with the scheme that is spoken here. Elsewhere these names lead to other servers, and with the other scheme to
    /// another program: a proof for one of those is not for this server. Under `--dev` the name is not checked:
    /// it may be that of a container or of a test's proxy.
    private func addresses(of call: Call, named proof: Proof) -> [String] {
        var origins = [options.address.url]
        if call.client.isLoopback, let authority = call.authority, let host = HostRule.host(authority), HostRule.isLocal(host) {
            let hasTLS = options.certificate != nil || options.managedCertificate != nil
            origins.append("\(hasTLS ? "https" : "http")://\(authority)")
        }
        if options.isDevelopment, let named = ProofAddress(proof.address) { origins.append(named.origin) }
        return origins.map { $0 + call.path }
    }

    /// Counts and records that a bound session was used without its key.
    func note(_ refusal: SessionKeyRefusal, _ call: Call, _ context: ServerContext) async {
        endpoints.metrics.proofs.count(refusal)
        do {
            try await endpoints.acting(for: call).engine.note(refusal)
        } catch {
            context.logger.error(
                "A refused session key could not be recorded",
                metadata: ["request": "\(call.requestID)", "error": "\(String(reflecting: type(of: error)))"])
        }
    }
}

extension AuthError {
    init(_ fault: ProofFault, now: Timestamp) {
        self = fault == .staleNonce ? .proofNonceRequired : .invalidProof(fault.text, now: fault.isAboutTime ? now.seconds : nil)
    }
}

extension ProofField {
    /// Translates what the server's JSON reader has read.
    ///
    /// - Parameter value: A member of a proof's header or claims.
    package init(_ value: JSONValue) {
        self =
            switch value {
            case .string(let text): .text(text)
            case .integer(let number): .integer(number)
            case .object(let members): .fields(members.mapValues(ProofField.init))
            default: .other
            }
    }
}
