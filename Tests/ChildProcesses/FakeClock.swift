package import Foundation

/// The wall clock of a child process, which a test sets (`Tests/Fixtures/wall_clock.c`).
package struct FakeClock: Sendable {
    /// The file that says how far ahead the clock is.
    package let file: URL

    /// Whether there is such a clock: on Linux only.
    package static var exists: Bool { library != nil }

    /// Makes the file; the clock is right at first.
    ///
    /// - Parameter file: Where the file is made. Whoever makes it removes it.
    package init(_ file: URL) throws {
        self.file = file
        try set(0)
    }

    /// The environment of the process; empty where there is no such clock.
    package var environment: [String: String] {
        Self.library.map { ["LD_PRELOAD": $0, "WALL_CLOCK_FILE": file.path] } ?? [:]
    }

    /// Sets the clock.
    ///
    /// - Parameter ahead: How far ahead of the machine's it is, in seconds; below zero, behind it.
    package func set(_ ahead: Int) throws {
        // Not atomically: the process keeps the file open.
        try Data("\(ahead)s\n".utf8).write(to: file)
    }

    /// The library to preload, compiled beside the tests' program.
    private static let library: String? = {
        #if os(Linux)
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/wall_clock.c")
            let folder = ServerProcess.executable.deletingLastPathComponent()
            let library = folder.appending(path: "wall_clock.so")
            let made = folder.appending(path: "wall_clock-\(UUID().uuidString).so")
            defer { try? FileManager.default.removeItem(at: made) }
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments = ["clang", "-shared", "-fPIC", "-O2", "-o", made.path, source.standardizedFileURL.path, "-ldl"]
            guard (try? compiler.run()) != nil else { return nil }
            compiler.waitUntilExit()
            // By renaming: another run of the tests may be using the library.
            guard compiler.terminationStatus == 0, rename(made.path, library.path) == 0 else { return nil }
            return library.path
        #else
            return nil
        #endif
    }()
}
