import Foundation

/// Why no app could be configured, and what to do about it.
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

    /// A real `NSError`, which `catch let error as NSError` finds on Linux too.
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
            "The configuration \(path) is not used, for \(doubt), and it says where passwords are sent. If it is yours, make it so with "
                + "`chown` and `chmod o-w`, or name its path in \(ConfigurationFile.variable)."
        case .unreadable(let path, let reason): "The configuration \(path) cannot be read: \(reason)"
        case .notAPropertyList(let path): "The configuration \(path) is not a property list with a dictionary. Download it anew."
        case .notText(let key, let path): "In the configuration \(path), \(key) must be a text."
        case .missing(let key, let property):
            "The configuration has no \(key). Add it to the property list, or set FirebaseOptions.\(property)."
        case .malformedServerURL:
            "VINCULA_SERVER_URL (FirebaseOptions.serverURL) must be an address such as https://auth.example.com, "
                + "without user, query and fragment."
        case .plainServerURL(let host):
            "VINCULA_SERVER_URL (FirebaseOptions.serverURL) must begin with https: passwords would travel to \(host) in the "
                + "clear. Plain http is for localhost; for a development server elsewhere use Auth.useEmulator(withHost:port:)."
        case .emptyName: "An app needs a name that is not empty."
        case .nameTaken(let name):
            "\(name == FirebaseApp.defaultName ? "The default app" : "The app \(name)") is configured already and stays as it is. "
                + "Delete it first to configure it anew."
        }
    }
}
