import Foundation
import VinculaCore

/// A user of this machine that a service runs as.
struct SystemUser {
    private let user: uid_t
    private let group: gid_t

    var isRoot: Bool { user == 0 }

    /// The owner of a folder.
    ///
    /// - Returns: `nil` if there is no such folder, or a link in its place.
    init?(ownerOf folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, let facts = FileFacts(descriptor) else { return nil }
        (user, group) = (facts.owner, facts.group)
    }

    /// - Returns: `nil` if there is no such user.
    init?(_ name: String) {
        guard let entry = getpwnam(name) else { return nil }
        (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// - Parameters:
    ///   - id: The user's number.
    ///   - group: The group to act for if the machine has no entry for the user.
    init(id: uid_t, group: gid_t) {
        user = id
        self.group = getpwuid(id)?.pointee.pw_gid ?? group
    }

    /// Makes the user unless there is one.
    ///
    /// - Throws: ``ConfigurationError``.
    static func require(_ name: String, home: String) async throws {
        guard SystemUser(name) == nil else { return }
        try await SystemCommand.run(
            "useradd", ["--system", "--user-group", "--home-dir", home, "--shell", "/usr/sbin/nologin", name])
    }

    /// Refuses a folder that a user who is still to be made could not get into.
    ///
    /// - Throws: ``ConfigurationError``.
    static func requireWay(to folder: String) throws {
        var above = URL(filePath: folder)
        while above.path != "/" {
            above.deleteLastPathComponent()
            let descriptor = open(above.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // It is made with rights that let the user through.
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard FileFacts(descriptor)?.letsOthersIn != false else {
                throw ConfigurationError(
                    description:
                        "The service's user could not get into \(folder): not everybody may enter \(above.path). Choose another folder with --data."
                )
            }
        }
    }

    /// Lets the user read a file, which root alone can change.
    ///
    /// - Throws: ``ConfigurationError``.
    func letRead(_ path: String) throws {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, FileFacts(file)?.isOnlyName == true, fchown(file, 0, group) == 0, fchmod(file, 0o640) == 0 else {
            throw ConfigurationError(description: "\(path) cannot be given to the service's group: \(SystemReason.text(errno)).")
        }
    }

    /// Makes the user the owner of a folder and of all that is in it, and not of what links lead to: the folder may be the user's
    /// already, who may be changing it.
    ///
    /// - Throws: ``ConfigurationError``.
    func giveAll(in folder: String) throws {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0 else { throw Self.refusal(folder) }
        try giveAll(descriptor, folder)
    }

    /// Gives a folder last: until then, only root can change what is in it.
    private func giveAll(_ folder: Int32, _ path: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let inner = "\(path)/\(name)"
            let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            // A link stays root's.
            if descriptor < 0, errno == ELOOP { continue }
            defer { if descriptor >= 0 { close(descriptor) } }
            guard descriptor >= 0, let facts = FileFacts(descriptor) else { throw Self.refusal(inner) }
            if facts.isFolder {
                try giveAll(descriptor, inner)
            } else if facts.isOnlyName {
                guard fchown(descriptor, user, group) == 0 else { throw Self.refusal(inner) }
            }
        }
        guard fchown(folder, user, group) == 0 else { throw Self.refusal(path) }
    }

    /// Makes a folder for the user, and those above it, unless they are there; gives the user what is in it.
    ///
    /// - Throws: ``ConfigurationError``, also if the user cannot get into it.
    func prepare(_ folder: String) async throws {
        if !FileManager.default.fileExists(atPath: folder) {
            // Whoever runs the service must get through those above.
            try FileManager.default.createDirectory(
                at: URL(filePath: folder).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw ConfigurationError(description: "\(folder) cannot be made: \(SystemReason.text(errno)).")
            }
        }
        try giveAll(in: folder)
        let reason = try await acting {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if descriptor >= 0 { close(descriptor) } }
            return descriptor >= 0 ? nil : SystemReason.text(errno)
        }
        if let reason {
            throw ConfigurationError(
                description: "The service's user cannot get into \(folder): \(reason). Look at the folders above it.")
        }
    }

    /// Runs a closure with the user's rights instead of root's. So what is made is the user's, and links that the user has put
    /// into a folder lead nowhere that the user could not go.
    ///
    /// - Throws: ``ConfigurationError`` if the rights cannot be changed, or any error of the closure.
    func acting<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard !isRoot else { return try await body() }
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: max(0, Int(count)))
        guard count >= 0, getgroups(count, &groups) == count else { throw Self.noRights }
        let before = geteuid()
        do {
            var own = group
            guard setgroups(1, &own) == 0, setegid(group) == 0, seteuid(user) == 0 else { throw Self.noRights }
            let result = try await body()
            try Self.act(as: before, groups)
            return result
        } catch {
            try Self.act(as: before, groups)
            throw error
        }
    }

    /// Has this process, which is root's, act as the user from now on; there is no way back.
    ///
    /// - Returns: The user's name, or else number.
    /// - Throws: ``ConfigurationError``.
    func become() throws -> String {
        let name = getpwuid(user).map { String(cString: $0.pointee.pw_name) }
        var own = group
        let hasGroups = name.map { initgroups($0, numericCast(group)) == 0 } ?? (setgroups(1, &own) == 0)
        guard hasGroups, setgid(group) == 0, setuid(user) == 0, isRoot || setuid(0) != 0 else { throw Self.noRights }
        return name ?? "user \(user)"
    }

    private static func act(as user: uid_t, _ groups: [gid_t]) throws {
        guard seteuid(user) == 0, setegid(getgid()) == 0, setgroups(numericCast(groups.count), groups) == 0 else {
            throw noRights
        }
    }

    private static var noRights: ConfigurationError {
        ConfigurationError(description: "The rights of a user cannot be taken on: \(SystemReason.text(errno)).")
    }

    private static func refusal(_ path: String) -> ConfigurationError {
        ConfigurationError(description: "\(path) cannot be given to the service's user: \(SystemReason.text(errno)).")
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
