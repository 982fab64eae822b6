import Foundation
import VinculaCore

/// A user of this machine that a service runs as.
struct SystemUser {
    private let user: uid_t
    private let group: gid_t

    var isRoot: Bool { user == 0 }

    /// - Returns: `nil` if there is no such user.
    init?(_ name: String) {
        guard let entry = getpwnam(name) else { return nil }
        (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// Makes the user unless there is one.
    ///
    /// - Throws: ``ConfigurationError``.
    static func require(_ name: String, home: String) async throws {
        guard SystemUser(name) == nil else { return }
        try await SystemCommand.run(
            "useradd", ["--system", "--user-group", "--home-dir", home, "--shell", "/usr/sbin/nologin", name])
    }

    /// Makes the user the owner of a file, and not of what a link leads to.
    ///
    /// - Throws: ``ConfigurationError``.
    func give(_ path: String) throws {
        guard lchown(path, user, group) == 0 else {
            throw ConfigurationError(description: "\(path) cannot be given to the service's user: \(SystemReason.text(errno)).")
        }
    }

    /// Lets the user read a file, which root alone can change.
    ///
    /// - Throws: ``ConfigurationError``.
    func letRead(_ path: String) throws {
        guard lchown(path, 0, group) == 0, chmod(path, 0o640) == 0 else {
            throw ConfigurationError(description: "\(path) cannot be given to the service's group: \(SystemReason.text(errno)).")
        }
    }

    /// Makes the user the owner of a folder and of all that is in it.
    ///
    /// - Throws: ``ConfigurationError``.
    func giveAll(in folder: String) throws {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        try give(folder)
        for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
            try give(folder + "/" + name)
        }
    }
}

/// The service manager.
enum Systemd {
    /// Indicates whether the Debian package's unit is here, and starts this command with this configuration file.
    static func hasPackagedUnit(_ layout: ServiceLayout) -> Bool {
        let text = (try? String(contentsOfFile: "/lib/systemd/system/vincula.service", encoding: .utf8)) ?? ""
        return text.contains("\nExecStart=\(layout.executable) serve --config \(layout.configFile)\n")
            && layout.dataFolder == "/var/lib/vincula" && layout.user == "vincula"
    }

    /// Indicates whether it runs on this machine.
    static var isRunning: Bool { FileManager.default.fileExists(atPath: "/run/systemd/system") }

    /// Starts a unit, now and whenever the machine does.
    ///
    /// - Returns: `false` if systemd does not run here, or does not read the unit's folder.
    /// - Throws: ``ConfigurationError``.
    static func start(_ unitFile: String) async throws -> Bool {
        guard isRunning, unitFile.hasPrefix("/etc/systemd/system/") else { return false }
        try await SystemCommand.run("systemctl", ["daemon-reload"])
        try await SystemCommand.run("systemctl", ["enable", "--now", URL(filePath: unitFile).lastPathComponent])
        return true
    }
}

/// A program of the system.
enum SystemCommand {
    /// Runs a program to its end; what it prints goes to standard error.
    ///
    /// - Throws: ``ConfigurationError`` if there is no such program, or it fails.
    static func run(_ name: String, _ arguments: [String]) async throws {
        let paths: [String] = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw ConfigurationError(description: "\(name) is not on this machine.")
        }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.standardError
        let status = try await withCheckedThrowingContinuation { (end: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        guard status == 0 else {
            throw ConfigurationError(description: "\(([name] + arguments).joined(separator: " ")) failed with status \(status).")
        }
    }
}
