import Foundation
import IdentityToolkit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server's reason for refusing a proof that another proof can mend. The server has done nothing then.
enum ProofRefusal: Hashable {
    /// The proof needs the nonce that came with the answer.
    case nonce
    /// The clocks differ; the server says what time it is.
    case clock(Int64)

    /// The kind, of which each is mended once.
    enum Kind: CaseIterable { case nonce, clock }

    var kind: Kind {
        switch self {
        case .nonce: .nonce
        case .clock: .clock
        }
    }

    /// - Returns: nil for every other answer.
    init?(_ data: Data, _ response: HTTPURLResponse) {
        guard response.statusCode == 400, let body = try? JSONDecoder().decode(ErrorBody.self, from: data),
            let info = body.error.details?.first(where: { $0.domain == "vincula" })
        else { return nil }
        switch info.reason {
        case "USE_DPOP_NONCE":
            guard Self.nonce(of: response) != nil else { return nil }
            self = .nonce
        case "INVALID_DPOP_PROOF":
            guard let text = info.metadata["now"], let now = Int64(text), (0..<1 << 40).contains(now) else { return nil }
            self = .clock(now)
        default: return nil
        }
    }

    /// The nonce that came with an answer.
    static func nonce(of response: HTTPURLResponse) -> String? {
        guard let nonce = response.value(forHTTPHeaderField: "DPoP-Nonce"), (1...256).contains(nonce.utf8.count),
            nonce.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return nonce
    }
}
