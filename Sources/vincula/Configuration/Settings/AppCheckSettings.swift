import VinculaProviders

/// The settings of the services that vouch for apps' tokens when a text message is asked for.
struct AppCheckSettings: Sendable {
    let recaptchaSecret = Setting(
        secret: "recaptcha.secret", "The secret of your reCAPTCHA site (v2 or v3), or of a service with the same protocol.")
    let recaptchaSiteKey = Setting("recaptcha.siteKey", "The key of your reCAPTCHA site, which clients get.")
    let recaptchaVerifyUrl = Setting(
        url: "recaptcha.verifyUrl", "The address that checks tokens, such as hCaptcha's or Turnstile's.",
        default: AppCheckOptions.Recaptcha.standardURL)
    let recaptchaScore = Setting(
        "recaptcha.minimumScore", "The least score of a token of reCAPTCHA v3, in percent.", in: 0...100, default: 50)
    let enterpriseProject = Setting(
        "recaptchaEnterprise.project", "The Google Cloud project of reCAPTCHA Enterprise.")
    let enterpriseSiteKey = Setting("recaptchaEnterprise.siteKey", "The site key of reCAPTCHA Enterprise, which clients get.")
    let enterpriseApiKey = Setting(
        secret: "recaptchaEnterprise.apiKey", "The API key for assessments of reCAPTCHA Enterprise.")
    let enterpriseScore = Setting(
        "recaptchaEnterprise.minimumScore", "The least score of a token of reCAPTCHA Enterprise, in percent.", in: 0...100,
        default: 50)
    let enterpriseApiUrl = Setting(
        url: "recaptchaEnterprise.apiUrl", "A URL to use instead of Google's for assessments, for tests.",
        default: AppCheckOptions.RecaptchaEnterprise.standardURL)
    let playServiceAccount = Setting(
        secret: "playIntegrity.serviceAccount",
        "The key file of a service account that may decode Play Integrity tokens, as JSON.",
        mustBe: "the JSON of a service account's key file", parse: { GoogleServiceAccount(json: $0) })
    let playPackages = Setting(
        list: "playIntegrity.packages", "Packages of Android apps whose Play Integrity tokens are accepted, comma-separated.")
    let playDigests = Setting(
        list: "playIntegrity.certificates",
        "SHA-256 of the certificates that these apps are signed with, in hexadecimal or base64url, comma-separated.",
        each: "a SHA-256 in hexadecimal or base64url", parse: CertificateDigest.parse)
    let playProjectNumber = Setting(
        "playIntegrity.projectNumber", "The number of the Google Cloud project, which the apps get.")
    let playApiUrl = Setting(
        url: "playIntegrity.apiUrl", "A URL to use instead of Google's for Play Integrity, for tests.",
        default: AppCheckOptions.PlayIntegrity.standardURL)
}
