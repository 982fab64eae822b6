import Foundation
import Logging
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Gets a certificate from an ACME server: one attempt.
struct ObtainCertificate {
    let options: ACMEOptions
    let shelf: CertificateShelf
    let clock: any Clock
    let logger: Logger
    /// The kinds of challenges that this server can answer, the best first.
    let kinds: [ChallengeKind]
    /// Called with the challenges to answer from now on, besides those that are stored.
    let present: @Sendable ([PresentedChallenge]) -> Void

    /// Orders the certificate, or continues the order that is stored.
    ///
    /// - Parameter kept: The record as read. It is written as the order goes on.
    /// - Throws: ``ACMEFailure``, ``CertificateShelf/Overtaken``, or the store's errors.
    func run(_ kept: CertificateShelf.Kept<CertificateRecord>) async throws {
        let exchange = try ACMEExchange(options)
        do {
            var kept = kept
            try await run(&kept, exchange)
            await exchange.end()
        } catch {
            await exchange.end()
            throw error
        }
    }

    private func run(_ kept: inout CertificateShelf.Kept<CertificateRecord>, _ exchange: ACMEExchange) async throws {
        let directory = try await ACMEConversation.directory(options.directory, exchange)
        let accounts = FindAccount(options: options, shelf: shelf, exchange: exchange)
        let server = try await accounts.conversation(directory)
        let begun: (order: ACMEOrder, url: ACMEAddress, request: CertificateRequest)
        do {
            begun = try await beginning(&kept, server)
        } catch ACMEFailure.refused(let problem, _) where problem.kind == .accountDoesNotExist {
            try await accounts.makeAgain(server)
            begun = try await beginning(&kept, server)
        }
        let (place, request) = (begun.url, begun.request)
        var order = begun.order
        if order.status == .pending {
            for url in order.authorizations { try await authorize(url, &kept, server) }
            order = try await settled(place, server) { $0.status != .pending }
        }
        if order.status == .ready {
            let csr = try request.request(for: options.names).base64URL
            _ = try await server.post(.object(["csr": .string(csr)]), to: order.finalize)
        }
        order = try await settled(place, server) { $0.status == .valid || $0.status == .invalid }
        guard order.status == .valid, let url = order.certificate else {
            throw ACMEFailure.refused(order.problem ?? ACMEProblem(.other), retryAfter: nil)
        }
        let answer = try await server.read(url)
        guard answer.type == "application/pem-certificate-chain" else {
            throw ACMEFailure.badAnswer("the certificate is not in PEM")
        }
        let issued = try IssuedCertificate(chain: answer.body, for: request, names: options.names, now: clock.now)
        kept.record.issued = issued
        kept.record.order = nil
        kept.record.wish = nil
        kept.record.challenges = []
        kept.record.attempts.noteSuccess(at: clock.now, until: issued.notAfter)
        try await shelf.write(&kept)
    }

    /// The stored order, if it can still be continued, or else a new one; its address, and the request with its key.
    private func beginning(
        _ kept: inout CertificateShelf.Kept<CertificateRecord>, _ server: ACMEConversation
    ) async throws -> (order: ACMEOrder, url: ACMEAddress, request: CertificateRequest) {
        if let stored = kept.record.order, let request = CertificateRequest(pem: stored.key) {
            do {
                let order = try ACMEOrder(try await server.read(stored.url).json())
                if order.status != .invalid {
                    logger.info("Continuing the order of a certificate", metadata: ["authority": "\(options.authority)"])
                    return (order, stored.url, request)
                }
            } catch ACMEFailure.refused(let problem, _) where [.malformed, .unauthorized, .other].contains(problem.kind) {
                // The server has forgotten it.
            }
        }
        let names = options.names.map(\.description)
        logger.notice(
            "Ordering a certificate",
            metadata: [
                "authority": "\(options.authority)", "names": "\(names.joined(separator: ", "))",
                "terms": "\(server.directory.terms ?? "none")",
            ])
        let answer = try await newOrder(names, replacing: kept.record.issued, server)
        guard let url = answer.location else { throw ACMEFailure.badAnswer("its answer to a new order has no Location header") }
        let order = try ACMEOrder(answer.json())
        let request = CertificateRequest()
        kept.record.order = CertificateRecord.Order(url: url, key: request.pem)
        kept.record.challenges = []
        try await shelf.write(&kept)
        return (order, url, request)
    }

    /// Orders a certificate. The server is told which one it replaces, if it wants to know (RFC 9773, section 5).
    private func newOrder(
        _ names: [String], replacing old: IssuedCertificate?, _ server: ACMEConversation
    ) async throws -> ACMEExchange.Answer {
        let identifiers = names.map { JSONValue.object(["type": "dns", "value": .string($0)]) }
        var members: [String: JSONValue] = ["identifiers": .array(identifiers)]
        if server.directory.renewalInfo != nil, let id = old.flatMap({ CertificateID(chain: $0.chain) }) {
            members["replaces"] = .string(id.description)
            do {
                return try await server.post(.object(members), to: server.directory.newOrder)
            } catch ACMEFailure.refused(let problem, _)
                where [.alreadyReplaced, .malformed, .unauthorized].contains(problem.kind)
            {
                // The order itself may be right: another account may have ordered the old certificate.
                logger.info(
                    "The certificate authority does not take the new certificate as a replacement",
                    metadata: ["error": "\(problem.detail)"])
                members["replaces"] = nil
            }
        }
        return try await server.post(.object(members), to: server.directory.newOrder)
    }

    /// Proves that a name leads to this server.
    private func authorize(
        _ url: ACMEAddress, _ kept: inout CertificateShelf.Kept<CertificateRecord>, _ server: ACMEConversation
    ) async throws {
        var authorization = try ACMEAuthorization(try await server.read(url).json())
        guard options.names.contains(where: { $0.description == authorization.name }) else {
            throw ACMEFailure.badAnswer("an authorization is for a name that was not ordered")
        }
        guard authorization.status == .pending else { return try require(authorization, kinds[0]) }
        let challenge = try ChallengeChoice.choose(kinds, of: authorization)
        let presented = PresentedChallenge(
            kind: challenge.kind, name: authorization.name, token: challenge.token,
            authorization: server.key.authorization(of: challenge.token))
        if !kept.record.challenges.contains(presented) {
            kept.record.challenges.append(presented)
            // Other servers may be asked, too, so it is stored first.
            try await shelf.write(&kept)
        }
        present(kept.record.challenges)
        logger.info(
            "Answering a challenge", metadata: ["name": "\(authorization.name)", "kind": "\(challenge.kind.words)"])
        if challenge.isPending { _ = try await server.post(.object([:]), to: challenge.url) }
        authorization = try await polled(server, url, ACMEAuthorization.init) { $0.status != .pending }
        try require(authorization, challenge.kind)
    }

    private func require(_ authorization: ACMEAuthorization, _ kind: ChallengeKind) throws {
        guard authorization.status != .valid else { return }
        let found = authorization.problem
        throw ACMEFailure.validation(
            found?.kind ?? kind, name: authorization.name,
            found?.problem ?? ACMEProblem(.other, detail: "the authorization is \(authorization.status.rawValue)"))
    }

    private func settled(
        _ url: ACMEAddress, _ server: ACMEConversation, _ isSettled: (ACMEOrder) -> Bool
    ) async throws -> ACMEOrder { try await polled(server, url, ACMEOrder.init, isSettled) }

    /// Reads something again and again until it is settled.
    private func polled<Thing>(
        _ server: ACMEConversation, _ url: ACMEAddress, _ parse: (JSONValue) throws -> Thing, _ isSettled: (Thing) -> Bool
    ) async throws -> Thing {
        var pause: Duration = .milliseconds(250)
        while true {
            let answer = try await server.read(url)
            let thing = try parse(answer.json())
            if isSettled(thing) { return thing }
            // The whole attempt has a limit, so a long wish is met by the next one.
            let wish = answer.retryAfter.map { Duration.seconds(min($0, 60)) }
            try await Task.sleep(for: wish ?? pause)
            pause = min(pause * 2, .seconds(10))
        }
    }
}
