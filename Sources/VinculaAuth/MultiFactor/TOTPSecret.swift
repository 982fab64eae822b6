public import Foundation

#if os(iOS) || os(tvOS) || os(visionOS)
    import UIKit
#elseif os(macOS)
    import AppKit
#endif

/// What an authenticator app and the server share, to make the same codes.
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

    /// The address that authenticator apps read from a QR code.
    ///
    /// - Parameters:
    ///   - accountName: What the app shows for the account; the email, where it is empty.
    ///   - issuer: What the app shows for the service; the app's name, where it is empty.
    /// - Returns: An `otpauth` address; empty where the server has not said how codes are made.
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

    /// Opens the address in an authenticator app. On Linux nothing is opened, which is said on standard error: show the address as a
    /// QR code there.
    ///
    /// - Parameter qrCodeURL: From ``generateQRCodeURL(withAccountName:issuer:)``.
    @MainActor open func openInOTPApp(withQRCodeURL qrCodeURL: String) {
        guard let url = URL(string: qrCodeURL), url.scheme == "otpauth" else {
            ConsoleLog.write(.warning, "What was to be opened in an authenticator app is no otpauth address.")
            return
        }
        #if os(iOS) || os(tvOS) || os(visionOS)
            UIApplication.shared.open(url)
        #elseif os(macOS)
            NSWorkspace.shared.open(url)
        #elseif os(Linux)
            // A program would get the address, and with it the secret, as an argument, which everybody on the machine can read.
            ConsoleLog.write(
                .warning, "No authenticator app is opened on Linux. Show generateQRCodeURL(withAccountName:issuer:) as a QR code."
            )
        #endif
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~@"))) ?? ""
    }
}
