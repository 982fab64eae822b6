import Foundation

/// The system's reason for a failure, in plain words: "permission denied", not a domain and a number.
package enum SystemReason {
    /// - Parameter code: `errno`.
    package static func text(_ code: Int32) -> String {
        switch code {
        case ENOSPC: return "the disk is full"
        case EROFS: return "the disk is read-only"
        default:
            let words = String(cString: strerror(code))
            return words.prefix(1).lowercased() + words.dropFirst()
        }
    }

    /// - Parameter error: An error from Foundation.
    package static func text(_ error: any Error) -> String {
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return text(Int32(error.code)) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return text(cause) }
        guard error.domain == NSCocoaErrorDomain else { return error.localizedDescription }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file or folder"
        case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "the disk is full"
        case .fileWriteVolumeReadOnly: return "the disk is read-only"
        case .fileWriteFileExists: return "it already exists"
        case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: return "it is not a text file"
        default: return error.localizedDescription
        }
    }
}
