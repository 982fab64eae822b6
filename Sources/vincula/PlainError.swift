import Foundation
import VinculaCore

/// A plain description of a system error, with the path of the file that it concerns.
struct PlainError: Error, CustomStringConvertible {
    let description: String

    /// - Returns: `nil` for errors that describe themselves.
    init?(_ error: any Error) {
        guard error is CocoaError || error is POSIXError || type(of: error) == NSError.self else { return nil }
        let facts = (error as NSError).userInfo
        let file = facts[NSFilePathErrorKey] as? String ?? (facts[NSURLErrorKey] as? URL)?.path
        description = "\(file ?? "A file") cannot be used: \(SystemReason.text(error))."
    }
}
