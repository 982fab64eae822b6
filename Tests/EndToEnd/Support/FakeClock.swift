import Foundation

/// A clock of a child process that a test sets, by libfaketime.
enum FakeClock {
    private static let library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
        .map { "\($0)/faketime/libfaketimeMT.so.1" }.first { FileManager.default.fileExists(atPath: $0) }

    /// Prepares a file that says how far ahead the clock is, at first not at all.
    ///
    /// - Returns: The environment of the process; empty if the library is not installed.
    static func environment(_ file: URL) throws -> [String: String] {
        try Data("+0s\n".utf8).write(to: file)
        guard let library else { return [:] }
        return [
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file.path, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }
}
