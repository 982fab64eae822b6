import Crypto
import CryptoExtras
import Foundation
import JWTKit
import VinculaVerifier

/// Measures verifications of ID tokens per second, on all cores: by `VinculaVerifier`, and by jwt-kit.
@main
struct Verifications {
    static func main() async throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        let issuer = try Issuer()
        let tokens = try (0..<200).map { try issuer.token(uid: "user-\($0)") }

        guard let address = URL(string: "https://keys.test") else { return }
        let verifier = try TokenVerifier(
            TokenIssuer(
                project: "shop", idTokenIssuer: Issuer.name, sessionCookieIssuer: "https://cookies.test", idTokenKeys: address,
                sessionCookieKeys: address), transport: issuer)
        let keys = JWTKeyCollection()
        try await keys.add(jwksJSON: issuer.keySet)

        // Alternately, so that a machine that slows down slows both.
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            ours.append(try await rate(seconds, tokens) { _ = try await verifier.verifyIDToken($0) })
            theirs.append(try await rate(seconds, tokens) { _ = try await keys.verify($0, as: Payload.self) })
        }
        print(ours.sorted()[1], theirs.sorted()[1])
    }

    private static func rate(
        _ seconds: Double, _ tokens: [String], _ verify: @escaping @Sendable (String) async throws -> Void
    ) async throws -> Double {
        let end = ContinuousClock.now + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now < end {
                        for token in tokens { try await verify(token) }
                        count += tokens.count
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / seconds
    }
}

/// The claims that `VinculaVerifier` checks, for jwt-kit.
private struct Payload: JWTPayload {
    struct Firebase: Codable {
        let sign_in_provider: String
        let identities: [String: [String]]
    }

    let iss: IssuerClaim
    let aud: AudienceClaim
    let sub: SubjectClaim
    let iat: IssuedAtClaim
    let exp: ExpirationClaim
    let auth_time: Int
    let email: String?
    let email_verified: Bool?
    let name: String?
    let firebase: Firebase

    func verify(using algorithm: some JWTAlgorithm) throws {
        try exp.verifyNotExpired()
        try aud.verifyIntendedAudience(includes: "shop")
        guard iss.value == Issuer.name, !sub.value.isEmpty else {
            throw JWTError.claimVerificationFailure(failedClaim: iss, reason: "issuer")
        }
    }
}

/// Signs tokens, and publishes the key.
private struct Issuer: VerifierTransport {
    static let name = "https://securetoken.google.com/shop"

    private let key: _RSA.Signing.PrivateKey
    let keySet: String

    init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let parts = try key.publicKey.getKeyPrimitives()
        keySet = """
            {"keys":[{"kty":"RSA","use":"sig","alg":"RS256","kid":"k",\
            "n":"\(Self.base64URL(parts.modulus))","e":"\(Self.base64URL(parts.publicExponent))"}]}
            """
    }

    func token(uid: String) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        let claims = """
            {"iss":"\(Self.name)","aud":"shop","sub":"\(uid)","user_id":"\(uid)","iat":\(now),"exp":\(now + 3600),\
            "auth_time":\(now),"email":"\(uid)@example.com","email_verified":true,"name":"Ana","firebase":\
            {"sign_in_provider":"password","identities":{"email":["\(uid)@example.com"]},"gen":7,"session":"AAAAAAAAAAAAAAAAAAAAAA"}}
            """
        let header = Self.base64URL(Data(#"{"alg":"RS256","kid":"k","typ":"JWT"}"#.utf8))
        let message = header + "." + Self.base64URL(Data(claims.utf8))
        let digest = SHA256.hash(data: Data(message.utf8))
        return message + "." + Self.base64URL(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
    }

    func send(_ request: VerifierRequest) async throws -> VerifierAnswer {
        VerifierAnswer(status: 200, headers: ["cache-control": "max-age=3600"], body: Array(keySet.utf8))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
