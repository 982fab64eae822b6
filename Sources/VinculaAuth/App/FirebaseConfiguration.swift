public import Foundation

/// The verbosity of logging on standard error; each level includes those before it.
public enum FirebaseLoggerLevel: Int, Sendable {
    /// Problems that keep the app from working.
    case error = 3
    /// Probable mistakes.
    case warning = 4
    /// Notable events.
    case notice = 5
    /// Ordinary events.
    case info = 6
    /// Details for debugging the SDK.
    case debug = 7

    /// The least verbose level.
    public static var min: FirebaseLoggerLevel { .error }

    /// The most verbose level.
    public static var max: FirebaseLoggerLevel { .debug }
}

/// Settings for the whole process.
open class FirebaseConfiguration: NSObject, @unchecked Sendable {
    /// The shared instance.
    public static let shared = FirebaseConfiguration()

    private override init() {}

    /// Sets the verbosity of logging on standard error; ``FirebaseLoggerLevel/notice`` by default.
    open func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) { ConsoleLog.level.withLock { $0 = loggerLevel } }
}

/// Returns the FirebaseAuth release whose interface this SDK provides.
public func FirebaseVersion() -> String { "12.19.0" }

/// Log lines for developers on standard error. They never contain tokens, passwords or personal data.
enum ConsoleLog {
    static let level = Locked(FirebaseLoggerLevel.notice)
    /// The destination of log lines.
    static let output = Locked<@Sendable (String) -> Void>({ print($0) })

    static func write(_ level: FirebaseLoggerLevel, _ text: @autoclosure () -> String) {
        guard level.rawValue <= Self.level.withLock({ $0 }).rawValue else { return }
        let line = text().replacingOccurrences(of: "\n", with: " ")
        output.withLock { $0 }("VinculaAuth: \(level): \(line)\n")
    }

    /// Prints text to standard error, because standard output may be a program's result.
    static func print(_ text: String, to handle: FileHandle = .standardError) {
        // A closed handle must not end the app.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
