import Foundation
import VinculaCore

/// An error of the system that nobody put into words, with the file that it is about.
struct PlainError: Error, CustomStringConvertible {
    let description: String

    /// - Returns: `nil` for errors that have words of their own.
    init?(_ error: any Error) {
        guard error is CocoaError || error is POSIXError || type(of: error) == NSError.self else { return nil }
        let facts = (error as NSError).userInfo
        let file = facts[NSFilePathErrorKey] as? String ?? (facts[NSURLErrorKey] as? URL)?.path
        description = "\(file ?? "A file") cannot be used: \(SystemReason.text(error))."
    }
}
