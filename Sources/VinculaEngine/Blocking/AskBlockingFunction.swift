import Foundation
import VinculaCore
import VinculaCrypto

/// Asks the functions of projects, outside any transaction.
struct BlockingFunctions: Sendable {
    let caller: any BlockingFunctionCaller
    let tokens: TokenMint
    let limits: RequestLimits
    let counts: BlockingCounts
    /// The request's header.
    let userAgent: String?

    /// Asks a function. Whatever it answers but a usable answer is a refusal.
    ///
    /// - Throws: ``AuthError/overloaded(retryAfterSeconds:)`` if too many questions to the project's function wait already, and
    ///   the errors of signing.
    func ask(_ question: BlockingQuestion, visit: BlockingVisit, now: Timestamp) async throws -> BlockingReply {
        let trigger = question.event.trigger
        let place = try limits.enter(
            ProviderID("function.\(trigger.rawValue)"), in: ProjectScope(project: question.event.scope.project),
            for: trigger.limit)
        defer { place?.leave() }
        let body = try body(question, visit: visit, now: now)
        let start = ContinuousClock.now
        let outcome = await caller.post(body, headers: [], to: question.function.url)
        let (reply, result) = Self.read(outcome, trigger)
        counts.note(trigger, result, after: .now - start)
        return reply
    }

    /// The request's body.
    func body(_ question: BlockingQuestion, visit: BlockingVisit, now: Timestamp) throws -> Data {
        let event = question.event
        let claims = event.claims(
            id: SecureRandom.bytes(16).base64URL, issuer: tokens.issuer(of: event.scope.project),
            audience: question.function.url, visit: visit, forwarded: question.forwarded, now: now)
        let token = try tokens.blockingEvent(claims, now: now)
        return Data(JSONValue.object(["data": .object(["jwt": .string(token)])]).text.utf8)
    }

    private static func read(
        _ outcome: BlockingCallOutcome, _ trigger: BlockingTrigger
    ) -> (BlockingReply, BlockingCounts.Result) {
        func unusable(_ reason: String) -> (BlockingReply, BlockingCounts.Result) {
            (.failed(.blockedByFunction(BlockingRefusal.text(trigger, unusable: reason))), .failed)
        }
        switch outcome {
        case .failed(let reason): return unusable(reason)
        case .answered(let status, let body) where !(200..<300).contains(status):
            let error = AuthError.blockedByFunction(BlockingRefusal.text(ofError: body, status: status))
            return (BlockingRefusal.isRefusal(body, status: status) ? .refused(error) : .failed(error), .refused)
        case .answered(_, let body):
            do {
                let answer = try BlockingAnswer(body, to: trigger)
                try AccountEdit.checkProfile(displayName: answer.displayName?.value, photoURL: answer.photoURL?.value)
                guard !answer.isBlocked else {
                    return (.refused(.blockedByFunction(BlockingRefusal.text(blockedBy: trigger))), .refused)
                }
                return (.answered(answer), .answered)
            } catch let fault as BlockingAnswer.Fault {
                return unusable(fault.description)
            } catch AuthError.invalidProfileAttribute(let reason) {
                return unusable(reason + ".")
            } catch {
                return unusable("It cannot be read.")
            }
        }
    }
}

extension BlockingTrigger {
    /// The limit whose slots a question to a function takes.
    fileprivate var limit: LimitedRPC {
        switch self {
        case .beforeCreate: .signUp
        case .beforeSignIn: .signInWithIdp
        case .beforeSendEmail: .sendOobCode
        case .beforeSendSms: .sendVerificationCode
        }
    }
}

extension TokenMint {
    /// Signs an event for a function, with the key that signs ID tokens: it is published where their key is.
    func blockingEvent(_ claims: JSONValue, now: Timestamp) throws -> String {
        let key = try keys.signer(.idToken, now: now)
        return try JSONWebToken.sign(claims: claims.text, keyID: key.id, with: key.privateKey)
    }
}
