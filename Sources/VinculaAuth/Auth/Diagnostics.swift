import Foundation

/// What an app's developer should know and no call can throw.
enum Diagnostics {
    /// Writes one line to standard error.
    static func warn(_ text: String) {
        FileHandle.standardError.write(Data("VinculaAuth: \(text)\n".utf8))
    }
}
