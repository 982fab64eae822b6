import Foundation
package import VinculaCore
import VinculaCrypto

/// A proof that was checked, and still has to be used up.
struct AppProofReceipt: Hashable, Sendable {
    /// The fingerprint by which it is remembered.
    let key: Data
    /// The time after which it would be refused anyway.
    let expiresAt: Timestamp
}

/// A request's proofs with the use that they are for.
struct AppProofRequest: Sendable {
    let proof: AppProof
    let use: AppProofUse
}

extension AuthEngine {
    /// The proof of work that a native app has done in a browser before it asks for a code.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)`` if the project sends no codes.
    package func appChallenge(in scope: ProjectScope, from client: ClientAddress) async throws -> String {
        let settings = try await read(in: scope) { try $0.settings() }
        guard textDelivery != .none, settings.phone.isEnabled || settings.secondFactors.phonesEnabled else {
            throw AuthError.operationNotAllowed("This project sends no text messages.")
        }
        return challenge(for: .verifyApp, in: scope, from: client)
    }

    /// Indicates whether a project's messages need a proof.
    package func requiresAppProof(_ settings: PhoneSettings) -> Bool {
        (settings.appVerification ?? defaultSettings.phone.appVerification ?? .required) == .required
    }

    /// Checks the proof of a request for a message, if it needs one. A test number never does.
    ///
    /// What a configured service says is asked outside any transaction; ``AccountTexts/spend(_:_:)`` uses the proof up.
    ///
    /// - Returns: `nil` if no proof is needed.
    /// - Throws: ``AuthError/missingAppCredential(challenge:)``, ``AuthError/invalidAppCredential(challenge:)``,
    ///   ``AuthError/captchaCheckFailed(challenge:)``, ``AuthError/appCheckerUnavailable(_:)``,
    ///   ``AuthError/overloaded(retryAfterSeconds:)``, and, before any work is asked for, the reasons for which no message may
    ///   be sent to the number.
    func verifyApp(
        _ request: AppProofRequest, to number: PhoneNumber, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> AppProofReceipt? {
        try request.proof.requireBounded()
        let settings = try await read(in: scope) { try $0.settings().phone }
        guard settings.testNumbers.code(for: number) == nil else { return nil }
        try texts.requireDeliverable(number, settings)
        guard requiresAppProof(settings) else { return nil }
        switch request.proof.evidence(checkers: appChecker.kinds) {
        case .none:
            throw AuthError.missingAppCredential(challenge: challenge(for: request.use, in: scope, from: client))
        case .unknown: throw invalid(request, in: scope, from: client)
        case .work(let solution):
            guard let facts = checked(solution, for: request.use, in: scope) else {
                throw invalid(request, in: scope, from: client)
            }
            // A minute more, as another server's clock may be behind.
            return AppProofReceipt(
                key: spentKey("work", facts.id), expiresAt: Timestamp(seconds: facts.expiresAt).adding(seconds: 60))
        case .token(let kind, let token):
            let place = try limits.enter(ProviderID("app-check.\(kind.rawValue)"), in: scope, for: .sendVerificationCode)
            defer { place?.leave() }
            guard let voucher = try await appChecker.voucher(for: token, kind, from: client) else {
                // Firebase's SDKs try reCAPTCHA v2 next after this error only.
                if kind == .recaptchaEnterprise { throw invalid(request, in: scope, from: client) }
                throw AuthError.captchaCheckFailed(challenge: challenge(for: request.use, in: scope, from: client))
            }
            return AppProofReceipt(
                key: spentKey(kind.rawValue, Data(voucher.id.utf8)), expiresAt: clock.now.adding(seconds: 24 * 3600))
        }
    }

    /// The refusal of a proof, with the work that would do.
    func invalid(_ request: AppProofRequest, in scope: ProjectScope, from client: ClientAddress) -> AuthError {
        .invalidAppCredential(challenge: challenge(for: request.use, in: scope, from: client))
    }

    private var proofs: ProofsOfWork { ProofsOfWork(key: sealer.fingerprint(Data(), purpose: "proof of work")) }

    private func challenge(for use: AppProofUse, in scope: ProjectScope, from client: ClientAddress) -> String {
        proofs.challenge(
            project: scope.project, purpose: use.rawValue, bits: limits.difficulty(in: scope, from: client),
            expiresAt: clock.now.seconds + ProofOfWorkPolicy.lifetime)
    }

    /// - Returns: `nil` unless the work was done for this use, or on the page for native apps.
    private func checked(_ solution: String, for use: AppProofUse, in scope: ProjectScope) -> ProofOfWorkFacts? {
        for use in [use, .verifyApp] {
            let outcome = proofs.check(solution, project: scope.project, purpose: use.rawValue, now: clock.now.seconds)
            if case .done(let facts) = outcome { return facts }
        }
        return nil
    }

    private func spentKey(_ kind: String, _ id: Data) -> Data {
        Data(sealer.fingerprint(Data(kind.utf8) + [0] + id, purpose: "spent proof").prefix(16))
    }
}

extension AccountTexts {
    /// Uses up a proof, as part of the transaction that makes the code. It is kept with the counts of messages.
    ///
    /// - Returns: `true` if this call was the one that did.
    func spend(_ receipt: AppProofReceipt, _ work: Work) throws -> Bool {
        try work.transaction.countUse(receipt.key, most: 1, expiresAt: receipt.expiresAt)
    }
}
