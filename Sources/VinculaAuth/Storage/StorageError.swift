public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why something could not be read from, or written to, an ``AuthStorage`` of the SDK. What was stored before is still there.
public struct StorageError: Error, Hashable, Sendable {
    /// What it is about: the path of a file or directory, or a Keychain item.
    public let place: String
    /// The system call that failed, or that showed what is wrong.
    public let call: String
    /// The `errno` or `OSStatus`; nil if the call succeeded and its answer was refused.
    public let code: Int32?
    /// What is wrong.
    public let reason: String
    /// What to do next.
    public let advice: String
    /// Whether it will pass by itself, because the device has not been unlocked since it was started.
    public let isLocked: Bool

    init(place: String, call: String, code: Int32? = nil, reason: String, advice: String, isLocked: Bool = false) {
        self.place = place
        self.call = call
        self.code = code
        self.reason = reason
        self.advice = advice
        self.isLocked = isLocked
    }

    /// An error of the operating system, by its `errno`.
    init(_ call: String, _ path: String, errno code: Int32) {
        self.init(place: path, call: call, code: code, reason: String(cString: strerror(code)), advice: Self.advice(errno: code))
    }

    private static func advice(errno code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "Free some space and try again."
        case EACCES, EPERM: "Give the user with the uid \(geteuid()) access to it, or choose another directory."
        case EROFS: "Choose a directory on a file system that can be written."
        case ELOOP: "It is a symbolic link, which is not followed: remove it."
        case EISDIR, ENOTDIR, EEXIST: "Something else is in the way: remove it, or choose another directory."
        case EMFILE, ENFILE: "Too many files are open: close some, or raise the limit, and try again."
        default: "Try again; if it stays so, choose another directory."
        }
    }
}

extension StorageError: CustomStringConvertible, LocalizedError {
    public var description: String {
        "\(place): \(reason) (\(call)\(code.map { ", \($0)" } ?? "")). \(advice)"
    }
    public var errorDescription: String? { description }
    public var failureReason: String? { reason }
    public var recoverySuggestion: String? { advice }
}
