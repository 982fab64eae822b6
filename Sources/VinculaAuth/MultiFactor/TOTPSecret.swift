public import Foundation

#if canImport(UIKit) && !os(watchOS)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

/// The secret shared by an authenticator app and the server to generate the same codes.
open class TOTPSecret: NSObject, @unchecked Sendable {
    private let key: String
    private let algorithm: String?
    private let digits: Int
    private let period: Int?
    let sessionInfo: String?
    private let user: User

    init(key: String, algorithm: String?, digits: Int, period: Int?, sessionInfo: String?, user: User) {
        self.key = key
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.sessionInfo = sessionInfo
        self.user = user
    }

    /// The secret in Base32, for people who type it in.
    open func sharedSecretKey() -> String { key }

    /// Returns the URL that authenticator apps read from a QR code.
    ///
    /// - Parameters:
    ///   - accountName: The account name shown by the app; if empty, the email.
    ///   - issuer: The service name shown by the app; if empty, the Firebase app's name.
    /// - Returns: An `otpauth` URL; empty if the server has not specified how codes are generated.
    open func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        guard let algorithm, !algorithm.isEmpty, digits > 0 else { return "" }
        let account = accountName.isEmpty ? user.email ?? user.uid : accountName
        let service = issuer.isEmpty ? (try? user.owner())?.appName ?? "" : issuer
        var fields = [
            ("secret", key), ("issuer", service), ("algorithm", algorithm), ("digits", String(digits)),
        ]
        if let period { fields.append(("period", String(period))) }
        let query = fields.map { "\($0)=\(Self.escape($1))" }.joined(separator: "&")
        return "otpauth://totp/\(Self.escape(service)):\(Self.escape(account))?\(query)"
    }

    /// Opens the URL in an authenticator app. On Linux nothing is opened, and a line on standard error says so: show the URL
    /// as a QR code instead.
    ///
    /// - Parameter qrCodeURL: The URL from ``generateQRCodeURL(withAccountName:issuer:)``.
    @MainActor open func openInOTPApp(withQRCodeURL qrCodeURL: String) {
        guard let url = URL(string: qrCodeURL), url.scheme == "otpauth" else {
            ConsoleLog.write(.warning, "The URL to open in an authenticator app is not an otpauth URL.")
            return
        }
        #if canImport(UIKit) && !os(watchOS)
            UIApplication.shared.open(url)
        #elseif canImport(AppKit)
            NSWorkspace.shared.open(url)
        #elseif os(Linux)
            // A program would get the URL, and with it the secret, as an argument, which everyone on the machine can read.
            ConsoleLog.write(
                .warning, "Linux cannot open an authenticator app. Show generateQRCodeURL(withAccountName:issuer:) as a QR code."
            )
        #endif
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~@"))) ?? ""
    }
}
