public import Foundation

/// How much is said on standard error; each level includes those before it.
public enum FirebaseLoggerLevel: Int, Sendable {
    /// What keeps the app from working.
    case error = 3
    /// What is probably a mistake.
    case warning = 4
    /// What is worth knowing.
    case notice = 5
    /// What happens.
    case info = 6
    /// What helps to find a mistake in the SDK.
    case debug = 7

    /// The level that says least.
    public static var min: FirebaseLoggerLevel { .error }

    /// The level that says most.
    public static var max: FirebaseLoggerLevel { .debug }
}

/// Settings for the whole process.
open class FirebaseConfiguration: NSObject, @unchecked Sendable {
    /// The one set of settings.
    public static let shared = FirebaseConfiguration()

    private override init() {}

    /// Sets how much is said on standard error; ``FirebaseLoggerLevel/notice`` unless it is set.
    open func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) { ConsoleLog.level.withLock { $0 = loggerLevel } }
}

/// Tells which release of FirebaseAuth the SDK has the interface of.
public func FirebaseVersion() -> String { "12.19.0" }

/// Lines for developers on standard error. They never contain tokens, passwords or people's data.
enum ConsoleLog {
    static let level = Locked(FirebaseLoggerLevel.notice)
    /// Where lines go.
    static let output = Locked<@Sendable (String) -> Void>({ print($0) })

    static func write(_ level: FirebaseLoggerLevel, _ text: @autoclosure () -> String) {
        guard level.rawValue <= Self.level.withLock({ $0 }).rawValue else { return }
        let line = text().replacingOccurrences(of: "\n", with: " ")
        output.withLock { $0 }("VinculaAuth: \(level): \(line)\n")
    }

    /// Prints a text on standard error, because standard output may be a program's result.
    static func print(_ text: String, to handle: FileHandle = .standardError) {
        // A closed one must not end the app.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
