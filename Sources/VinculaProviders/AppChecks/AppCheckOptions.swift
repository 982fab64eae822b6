import Foundation
import VinculaCore
import VinculaCrypto

/// The operator's settings for the services that vouch for apps' tokens; `nil` for those that are not used.
package struct AppCheckOptions: Sendable {
    /// reCAPTCHA v2 or v3, or a service with the same protocol (hCaptcha, Turnstile).
    package struct Recaptcha: Sendable {
        package static let standardURL = "https://www.google.com/recaptcha/api/siteverify"

        package var siteKey: String?
        package var secret: String
        package var verifyURL: String
        /// The least score, in percent, where the answer has one (v3).
        package var leastScore: Int

        package init(siteKey: String?, secret: String, verifyURL: String = standardURL, leastScore: Int = 50) {
            self.siteKey = siteKey
            self.secret = secret
            self.verifyURL = verifyURL
            self.leastScore = leastScore
        }
    }

    package struct RecaptchaEnterprise: Sendable {
        package static let standardURL = "https://recaptchaenterprise.googleapis.com"

        /// The Google Cloud project.
        package var project: String
        package var siteKey: String
        package var apiKey: String
        package var apiURL: String
        /// The least score, in percent.
        package var leastScore: Int

        package init(project: String, siteKey: String, apiKey: String, apiURL: String = standardURL, leastScore: Int = 50) {
            self.project = project
            self.siteKey = siteKey
            self.apiKey = apiKey
            self.apiURL = apiURL
            self.leastScore = leastScore
        }
    }

    package struct PlayIntegrity: Sendable {
        package static let standardURL = "https://playintegrity.googleapis.com"

        package var account: GoogleServiceAccount
        /// The packages whose tokens are accepted.
        package var packages: [String]
        /// SHA-256 of the apps' signing certificates, in base64url without padding, as Google writes them.
        package var digests: Set<String>
        /// The number of the Google Cloud project, for the apps.
        package var projectNumber: String?
        package var apiURL: String

        package init(
            account: GoogleServiceAccount, packages: [String], digests: Set<String>, projectNumber: String? = nil,
            apiURL: String = standardURL
        ) {
            self.account = account
            self.packages = packages
            self.digests = digests
            self.projectNumber = projectNumber
            self.apiURL = apiURL
        }
    }

    package var recaptcha: Recaptcha?
    package var recaptchaEnterprise: RecaptchaEnterprise?
    package var playIntegrity: PlayIntegrity?

    package init() {}
}

/// A service account at Google: the facts in its key file that a request for an access token needs.
package struct GoogleServiceAccount: Sendable {
    let email: String
    let keyID: String
    let tokenURL: String
    let key: RSASigningKey

    /// Reads a key file.
    ///
    /// - Parameter text: The file's JSON.
    /// - Returns: `nil` if it is not one, or its key cannot be read.
    package init?(json text: String) {
        guard text.utf8.count <= 16384, let json = JSONValue.parse(Data(text.utf8)), let email = json["client_email"]?.string,
            let pem = json["private_key"]?.string, let tokenURL = json["token_uri"]?.string
        else { return nil }
        let base64 = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
        guard let der = Data(base64Encoded: base64), let key = try? RSASigningKey(der: der) else { return nil }
        self.email = email
        keyID = json["private_key_id"]?.string ?? ""
        self.tokenURL = tokenURL
        self.key = key
    }
}
