import Foundation
package import VinculaCore
import VinculaCrypto

/// A request for a code, as a client makes it.
package struct PhoneCodeRequest: Sendable {
    /// The number as the client sent it.
    package var number: String?
    /// The last line, by which the receiving phone finds the code.
    package var lastLine: TextMessage.LastLine
    /// The proofs that it comes from an app.
    package var proof: AppProof

    package init(number: String?, lastLine: TextMessage.LastLine = .none, proof: AppProof = AppProof()) {
        self.number = number
        self.lastLine = lastLine
        self.proof = proof
    }
}

/// A code that a development server shows.
package struct ShownPhoneCode: Hashable, Sendable {
    package let number: PhoneNumber
    package let code: String
    package let sessionInfo: String
}

extension AuthEngine {
    /// Sends a code to a phone, or prepares the fixed one of a test number.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: The project.
    ///   - client: The requester's network address.
    /// - Returns: The `sessionInfo`, to be sent back with the code. Only its hash is stored.
    /// - Throws: ``AuthError/missingPhoneNumber``, ``AuthError/invalidPhoneNumber``, ``AuthError/providerDisabled``,
    ///   ``AuthError/operationNotAllowed(_:)``, ``AuthError/phoneRegionNotEnabled``, ``AuthError/quotaExceeded``,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the errors of a proof that is missing or wrong.
    package func sendPhoneCode(
        _ request: PhoneCodeRequest, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> String {
        guard let text = request.number, !text.isEmpty else { throw AuthError.missingPhoneNumber }
        let number = try AccountEdit.phone(text)
        try await read(in: scope) { try $0.requireEnabled(.phone) }
        let proof = AppProofRequest(proof: request.proof, use: .sendVerificationCode)
        return try await issueCode(to: number, lastLine: request.lastLine, proof, in: scope, from: client) { work in
            try work.requireEnabled(.phone)
            return .signIn
        }
    }

    /// Makes a code for a number and has it sent; a test number gets its fixed one, and no message.
    ///
    /// - Parameters:
    ///   - number: The recipient.
    ///   - lastLine: The last line of the message.
    ///   - proof: The proofs of the request.
    ///   - scope: The project.
    ///   - client: The requester's network address.
    ///   - purpose: Decides what the code is for, in the transaction that makes it.
    /// - Returns: The `sessionInfo`. Only its hash is stored.
    /// - Throws: The errors of ``sendPhoneCode(_:in:from:)``, and those of `purpose`.
    func issueCode(
        to number: PhoneNumber, lastLine: TextMessage.LastLine, _ proof: AppProofRequest, in scope: ProjectScope,
        from client: ClientAddress, purpose: @escaping @Sendable (Work) throws -> PhoneCode.Purpose
    ) async throws -> String {
        // Before the number's own limit: whoever has proven nothing keeps nobody else from a message.
        let receipt = try await verifyApp(proof, to: number, in: scope, from: client)
        // Strangers must not use up what the owner's sign-in needs.
        let isSecondFactor = proof.use == .mfaSignIn
        try limits.admit(.sendVerificationCode, target: number.value + (isSecondFactor ? " second factor" : ""), in: scope)
        let sessionInfo = SecureRandom.bytes(32).base64URL
        let id = PhoneCode.id(of: sessionInfo)
        let issued = try await write(in: scope) { work -> Issued in
            let purpose = try purpose(work)
            let settings = try work.settings()
            let fixed = settings.phone.testNumbers.code(for: number)
            if fixed == nil { try texts.requireDeliverable(number, settings.phone) }
            if let receipt, !(try texts.spend(receipt, work)) { return .proofUsed }
            let refused = try texts.count(
                to: number, isTest: fixed != nil, isSecondFactor: isSecondFactor, from: client, settings: settings.phone, work)
            // The counts before it stay: attempts that are refused count, too.
            if let refused { return .refused(refused) }
            if fixed == nil { try askBeforeSending(to: number, purpose, settings, work) }
            let digits = fixed ?? SecureRandom.digits(PhoneCode.length)
            let shown = SealedPhoneCode(digits: digits, sessionInfo: texts.delivery.isKept ? sessionInfo : nil)
            try work.transaction.insert(
                PhoneCode(
                    id: id, scope: scope, purpose: purpose, number: number,
                    sealedCode: try sealer.seal(try JSONEncoder().encode(shown), place: PhoneCode.place(id)),
                    expiresAt: work.now.adding(seconds: PhoneCode.lifetimeSeconds)))
            if fixed == nil {
                let order = TextMessageOrder(
                    number: number, code: digits,
                    language: (settings.phone.usesDeviceLanguage ? work.language : nil) ?? settings.email.language,
                    lastLine: lastLine)
                try texts.queue(order, work)
            }
            return .made
        }
        if receipt != nil, issued != .proofUsed { limits.noteProof(in: scope) }
        switch issued {
        case .made: return sessionInfo
        case .proofUsed: throw invalid(proof, in: scope, from: client)
        case .refused(let refused):
            limits.note(
                RequestLimits.Refusal(rpc: .sendVerificationCode, reason: .init(refused)),
                LimitedLately.Caller(scope: scope, client: client))
            if refused == .project { throw AuthError.quotaExceeded }
            let now = clock.now
            let end = TextMessagePolicy.end(ofDay: TextMessagePolicy.day(now))
            throw AuthError.tooManyAttempts(retryAfterSeconds: max(1, Int(end.seconds - now.seconds)))
        }
    }

    /// Asks the project's function whether a message may be sent. One that is refused counts all the same, and uses its proof up.
    private func askBeforeSending(
        to number: PhoneNumber, _ purpose: PhoneCode.Purpose, _ settings: ProjectSettings, _ work: Work
    ) throws {
        let type: BlockingEvent.TextType =
            switch purpose {
            case .signIn: .signIn
            case .enrollment: .enrollment
            case .secondFactor: .secondFactor
            }
        do {
            try work.askBeforeSending(BlockingEvent(texting: number, type, in: work.scope), settings.blocking)
        } catch let refusal as AuthError {
            throw SettledRefusal(error: refusal)
        }
    }

    private enum Issued: Hashable, Sendable {
        case made
        /// Another request has used the proof up.
        case proofUsed
        case refused(TextMessagePolicy.Count)
    }

    /// The codes of a project that can be entered now, oldest first. Only a server that keeps its messages has any to show.
    package func openPhoneCodes(in scope: ProjectScope, limit: Int = 1000) async throws -> [ShownPhoneCode] {
        let codes = try await read(in: scope) { reading in
            try reading.reads.phoneCodes(in: scope, limit: limit).filter { reading.now < $0.expiresAt }
        }
        return try codes.compactMap { code in
            let sealed = try code.opened(by: sealer)
            return sealed.sessionInfo.map { ShownPhoneCode(number: code.number, code: sealed.digits, sessionInfo: $0) }
        }
    }
}

/// A code as it is sealed.
struct SealedPhoneCode: Codable, Sendable {
    let digits: String
    /// `nil` except on a server that keeps its messages for viewing.
    let sessionInfo: String?
}

extension PhoneCode {
    /// The stored form of a `sessionInfo`.
    static func id(of sessionInfo: String) -> String { Data(sessionInfo.utf8).sha256.base64URL }

    /// The place that a code is bound to.
    static func place(_ id: String) -> String { "phone-code/\(id)" }

    func opened(by sealer: Sealer) throws -> SealedPhoneCode {
        try JSONDecoder().decode(SealedPhoneCode.self, from: try sealer.open(sealedCode, place: Self.place(id)))
    }
}
