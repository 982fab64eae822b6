import Foundation

/// A server's offer to accept a proof of work, in the refusal of a request that brought no proof that the server accepts.
enum ProofChallenge {
    /// The reason by which the offer is found among a refusal's details.
    private static let reason = "PROOF_OF_WORK"

    /// Finds the challenge in a refusal.
    ///
    /// - Returns: nil unless the body is a refusal with an offer.
    static func find(in body: Data) -> String? {
        let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        let details = (object?["error"] as? [String: Any])?["details"] as? [Any] ?? []
        let offer = details.lazy.compactMap { $0 as? [String: Any] }.first { $0["reason"] as? String == reason }
        return (offer?["metadata"] as? [String: Any])?["challenge"] as? String
    }
}

extension Backend {
    /// The number of challenges that are solved for one call: a second one if the first solution came too late.
    private static let mostSolutions = 2

    /// Calls a method that has a text message sent. If the server asks for work first, it is done, off the caller's thread,
    /// and the call is made once more.
    ///
    /// - Parameters:
    ///   - rpc: The method.
    ///   - isProven: False to pass on the server's refusal instead of working.
    ///   - make: Makes the request, given the proof (`recaptchaToken`); nil at first.
    /// - Throws: The errors of ``call(_:_:query:)``; `networkError` if the task was cancelled during the work.
    @concurrent func callProven<Request, Response: Sendable>(
        _ rpc: RPC<Request, Response>, isProven: Bool, _ make: @Sendable (String?) -> Request
    ) async throws -> Response {
        var proof: String?
        for _ in 0..<Self.mostSolutions {
            let (data, status) = try await exchange(rpc, make(proof))
            guard isProven, !(200..<300).contains(status), let challenge = ProofChallenge.find(in: data) else {
                return try read(data, status: status)
            }
            let solution: String?
            do {
                solution = try await ProofOfWorkSolver.solve(challenge)
            } catch {
                throw AuthFailure.network(error)
            }
            // Not a challenge, or too hard a one: the refusal stands.
            guard let solution else { return try read(data, status: status) }
            proof = solution
        }
        return try await call(rpc, make(proof))
    }
}
