import Foundation
import VinculaCrypto
import VinculaProviders

extension AppCheckOptions {
    /// The operator's services.
    ///
    /// - Throws: ``ConfigurationError``, which names what is missing.
    init(_ values: SettingValues) throws {
        self.init()
        for (setting, url) in [
            (\Settings.appChecks.recaptchaVerifyUrl, values[\.appChecks.recaptchaVerifyUrl]),
            (\.appChecks.enterpriseApiUrl, values[\.appChecks.enterpriseApiUrl]),
            (\.appChecks.playApiUrl, values[\.appChecks.playApiUrl]),
        ] where !values[\.dev] && !url.hasPrefix("https://") {
            throw ConfigurationError(
                setting, "\(Settings.name(setting)) must begin with https: a secret would be sent unencrypted.")
        }
        recaptcha = try Self.recaptcha(values)
        recaptchaEnterprise = try Self.enterprise(values)
        playIntegrity = try Self.playIntegrity(values)
    }

    private static func recaptcha(_ values: SettingValues) throws -> Recaptcha? {
        guard let secret = values[\.appChecks.recaptchaSecret], !secret.isEmpty else {
            guard values[\.appChecks.recaptchaSiteKey] == nil else {
                throw ConfigurationError(
                    \.appChecks.recaptchaSecret, "recaptcha.siteKey needs recaptcha.secret: set VINCULA_RECAPTCHA_SECRET.")
            }
            return nil
        }
        return Recaptcha(
            siteKey: values[\.appChecks.recaptchaSiteKey], secret: secret, verifyURL: values[\.appChecks.recaptchaVerifyUrl],
            leastScore: values[\.appChecks.recaptchaScore])
    }

    private static func enterprise(_ values: SettingValues) throws -> RecaptchaEnterprise? {
        let parts = (
            values[\.appChecks.enterpriseProject], values[\.appChecks.enterpriseSiteKey], values[\.appChecks.enterpriseApiKey]
        )
        guard parts.0 != nil || parts.1 != nil || parts.2 != nil else { return nil }
        guard let project = parts.0, let siteKey = parts.1, let apiKey = parts.2,
            [project, siteKey, apiKey].allSatisfy({ Self.isPlain($0) })
        else {
            throw ConfigurationError(
                \.appChecks.enterpriseApiKey,
                "reCAPTCHA Enterprise needs recaptchaEnterprise.project, .siteKey and .apiKey, without spaces; the last has no "
                    + "flag: set VINCULA_RECAPTCHA_ENTERPRISE_API_KEY.")
        }
        return RecaptchaEnterprise(
            project: project, siteKey: siteKey, apiKey: apiKey, apiURL: values[\.appChecks.enterpriseApiUrl],
            leastScore: values[\.appChecks.enterpriseScore])
    }

    private static func playIntegrity(_ values: SettingValues) throws -> PlayIntegrity? {
        let (packages, digests) = (values[\.appChecks.playPackages], values[\.appChecks.playDigests])
        let account = values[\.appChecks.playServiceAccount]
        guard account != nil || !packages.isEmpty || !digests.isEmpty else { return nil }
        guard let account, !packages.isEmpty, !digests.isEmpty, packages.count <= 5 else {
            throw ConfigurationError(
                \.appChecks.playServiceAccount,
                "Play Integrity needs playIntegrity.packages (at most 5), .certificates and .serviceAccount; the last has no "
                    + "flag: set VINCULA_PLAY_INTEGRITY_SERVICE_ACCOUNT.")
        }
        return PlayIntegrity(
            account: account, packages: packages, digests: Set(digests), projectNumber: values[\.appChecks.playProjectNumber],
            apiURL: values[\.appChecks.playApiUrl])
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The SHA-256 of a certificate, as Play's console (hexadecimal with colons) and its API (base64url) write it.
enum CertificateDigest {
    /// - Returns: The digest in base64url; `nil` for anything else.
    @Sendable static func parse(_ text: String) -> String? {
        let digits = text.replacing(":", with: "").utf8.compactMap {
            Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) }
        }
        if digits.count == 64, text.replacing(":", with: "").utf8.count == 64 {
            return Data((0..<32).map { digits[$0 * 2] << 4 | digits[$0 * 2 + 1] }).base64URL
        }
        return Data(base64URL: text[...]).flatMap { $0.count == 32 ? $0.base64URL : nil }
    }
}
