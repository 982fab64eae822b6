import Foundation

/// The reason why an app could not be configured, and how to fix it.
enum ConfigurationFailure {
    static let domain = "VinculaConfigurationErrorDomain"

    case noFile(searched: [String])
    case strangers(path: String, doubt: String)
    case unreadable(path: String, reason: String)
    case notAPropertyList(path: String)
    case notText(key: String, path: String)
    case missing(_ key: String, _ property: String)
    case malformedServerURL
    case plainServerURL(host: String)
    case emptyName
    case nameTaken(String)

    /// The failure as a real `NSError`, which `catch let error as NSError` matches on Linux too.
    var error: NSError {
        NSError(domain: Self.domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    private var code: Int {
        switch self {
        case .noFile: 1
        case .unreadable: 2
        case .notAPropertyList: 3
        case .notText: 4
        case .missing: 5
        case .malformedServerURL: 6
        case .plainServerURL: 7
        case .emptyName: 8
        case .nameTaken: 9
        case .strangers: 10
        }
    }

    private var text: String {
        switch self {
        case .noFile(let searched):
            "There is no \(ConfigurationFile.name) in \(searched.joined(separator: " or ")). Put it there, name its path in "
                + "\(ConfigurationFile.variable), or use FirebaseApp.configure(options:)."
        case .strangers(let path, let doubt):
            "The configuration file \(path) is ignored because \(doubt), and it determines where passwords are sent. If it is "
                + "yours, fix it with `chown` and `chmod o-w`, or name its path in \(ConfigurationFile.variable)."
        case .unreadable(let path, let reason): "The configuration \(path) cannot be read: \(reason)"
        case .notAPropertyList(let path): "The configuration \(path) is not a property list dictionary. Download it again."
        case .notText(let key, let path): "In the configuration \(path), \(key) must be a string."
        case .missing(let key, let property):
            "The configuration has no \(key). Add it to the property list, or set FirebaseOptions.\(property)."
        case .malformedServerURL:
            "VINCULA_SERVER_URL (FirebaseOptions.serverURL) must be an address such as https://auth.example.com, "
                + "without a username, query or fragment."
        case .plainServerURL(let host):
            "VINCULA_SERVER_URL (FirebaseOptions.serverURL) must begin with https: passwords would be sent to \(host) "
                + "unencrypted. Plain http is allowed only for localhost; for a development server elsewhere, use "
                + "Auth.useEmulator(withHost:port:)."
        case .emptyName: "The app's name must not be empty."
        case .nameTaken(let name):
            "\(name == FirebaseApp.defaultName ? "The default app" : "The app \(name)") is already configured and keeps its "
                + "configuration. To configure it again, delete it first."
        }
    }
}
