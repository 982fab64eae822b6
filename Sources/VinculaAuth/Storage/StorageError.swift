public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error from reading or writing one of the SDK's ``AuthStorage`` types. The data stored before is unchanged.
public struct StorageError: Error, Hashable, Sendable {
    /// The affected item: the path of a file or directory, or a Keychain item.
    public let place: String
    /// The system call that failed or revealed the problem.
    public let call: String
    /// The `errno` or `OSStatus`; nil if the call succeeded but its result was rejected.
    public let code: Int32?
    /// A description of the problem.
    public let reason: String
    /// A suggestion for fixing it.
    public let advice: String
    /// Indicates that the error is temporary, because the device has not been unlocked since it started.
    public let isLocked: Bool

    init(place: String, call: String, code: Int32? = nil, reason: String, advice: String, isLocked: Bool = false) {
        self.place = place
        self.call = call
        self.code = code
        self.reason = reason
        self.advice = advice
        self.isLocked = isLocked
    }

    /// Creates an error of the operating system from its `errno`.
    init(_ call: String, _ path: String, errno code: Int32) {
        self.init(place: path, call: call, code: code, reason: String(cString: strerror(code)), advice: Self.advice(errno: code))
    }

    private static func advice(errno code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "Free some space and try again."
        case EACCES, EPERM: "Give the user with the uid \(geteuid()) access to it, or choose another directory."
        case EROFS: "Choose a directory on a writable file system."
        case ELOOP: "It is a symbolic link, which is not followed: remove it."
        case EISDIR, ENOTDIR, EEXIST: "Something else has this name: remove it, or choose another directory."
        case EMFILE, ENFILE: "Too many files are open: close some, or raise the limit, and try again."
        default: "Try again; if it keeps failing, choose another directory."
        }
    }
}

extension StorageError: CustomStringConvertible, LocalizedError {
    /// The place, the problem, the system call and the suggestion, in one line.
    public var description: String {
        "\(place): \(reason) (\(call)\(code.map { ", \($0)" } ?? "")). \(advice)"
    }
    /// Same as ``description``.
    public var errorDescription: String? { description }
    /// Same as ``reason``.
    public var failureReason: String? { reason }
    /// Same as ``advice``.
    public var recoverySuggestion: String? { advice }
}
