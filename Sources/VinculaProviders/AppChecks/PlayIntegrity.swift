import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension AppCheckOptions.PlayIntegrity {
    static let name = "Play Integrity"
    /// The greatest age of a token, in seconds.
    static let longestAge: Int64 = 600

    /// Has a token decoded, which only a package's own project may.
    ///
    /// The token does not say which package it is for, so the packages are asked about in turn.
    func voucher(
        for token: String, _ tokens: GoogleAccessTokens, _ visit: AppCheckVisit
    ) async throws(AuthError) -> AppVoucher? {
        let accessToken = try await tokens.token(visit)
        for package in packages.prefix(5) {
            let request = ProviderRequest.post(
                "\(apiURL)/v1/\(package.percentEncoded):decodeIntegrityToken", .json(.object(["integrity_token": .string(token)]))
            ).with("Authorization", "Bearer " + accessToken)
            let (status, answer) = try await visit.ask(Self.name, request)
            // A token that is malformed, or another package's.
            if status == 400 { continue }
            guard status == 200, let payload = answer["tokenPayloadExternal"] else {
                throw AppCheckVisit.unavailable(Self.name, "status \(status)")
            }
            return isGood(payload, of: package, now: visit.now) ? Self.voucher(payload, of: package) : nil
        }
        return nil
    }

    /// Names a token by its contents: its text can be spelt in several ways. Apps may use one nonce for many tokens, as
    /// Firebase's SDK does, so the time, which Google states, is part of the name.
    ///
    /// - Returns: `nil` for a token that is bound to no request.
    private static func voucher(_ payload: JSONValue, of package: String) -> AppVoucher? {
        let request = payload["requestDetails"]
        let (nonce, hash) = (request?["nonce"]?.string ?? "", request?["requestHash"]?.string ?? "")
        guard !nonce.isEmpty || !hash.isEmpty, let made = request?["timestampMillis"]?.string.flatMap({ Int64($0) }) else {
            return nil
        }
        return AppVoucher(id: [package, nonce, hash, "\(made)"].joined(separator: "\u{0}"))
    }

    private func isGood(_ payload: JSONValue, of package: String, now: Timestamp) -> Bool {
        let request = payload["requestDetails"]
        let app = payload["appIntegrity"]
        func texts(_ value: JSONValue?) -> [String] { value?.texts ?? [] }
        let (earliest, latest) = (now.milliseconds - Self.longestAge * 1000, now.milliseconds + Self.longestAge * 1000)
        // A decimal text, as all 64-bit numbers of Google's.
        guard let made = request?["timestampMillis"]?.string.flatMap({ Int64($0) }),
            (earliest...latest).contains(made)
        else { return false }
        return request?["requestPackageName"]?.string == package && app?["packageName"]?.string == package
            && app?["appRecognitionVerdict"]?.string == "PLAY_RECOGNIZED"
            && texts(app?["certificateSha256Digest"]).contains { digests.contains($0.replacing("=", with: "")) }
            && texts(payload["deviceIntegrity"]?["deviceRecognitionVerdict"]).contains("MEETS_DEVICE_INTEGRITY")
    }
}

/// The access tokens of a service account at Google, each used for as long as it is valid.
final class GoogleAccessTokens: Sendable {
    private static let scope = "https://www.googleapis.com/auth/playintegrity"

    private struct Held {
        let token: String
        let until: Int64
    }

    private let account: GoogleServiceAccount
    private let held = Mutex<Held?>(nil)

    init(account: GoogleServiceAccount) { self.account = account }

    /// - Throws: ``AuthError/appCheckerUnavailable(_:)``.
    func token(_ visit: AppCheckVisit) async throws(AuthError) -> String {
        let now = visit.now.seconds
        if let held = held.withLock({ $0 }), now < held.until { return held.token }
        let claims = JSONValue.object([
            "iss": .string(account.email), "scope": .string(Self.scope), "aud": .string(account.tokenURL),
            "iat": .integer(now), "exp": .integer(now + 3600),
        ])
        let name = AppCheckOptions.PlayIntegrity.name
        let assertion: String
        do {
            assertion = try JSONWebToken.sign(claims: claims.text, keyID: account.keyID, with: account.key)
        } catch {
            throw AppCheckVisit.unavailable(name, "The service account's key cannot sign.")
        }
        let form = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)]
        let (status, answer) = try await visit.ask(name, .post(account.tokenURL, .form(form)))
        guard status == 200, let token = answer["access_token"]?.string, (1...4096).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw AppCheckVisit.unavailable(name, "Google gives the service account no access token (status \(status)).") }
        // An hour, but no longer than Google says, less a minute.
        var seconds: Int64 = 3600
        if case .integer(let stated)? = answer["expires_in"] { seconds = min(seconds, max(0, stated)) }
        held.withLock { $0 = Held(token: token, until: now + seconds - 60) }
        return token
    }
}
