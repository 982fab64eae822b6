package import Foundation
package import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The files that operators import at the console, and the work on them, which continues in the background.
///
/// The files have password hashes: only the server's user can read them, they are deleted once they are imported or their project
/// is deleted, and in any case after a day. What is known of each is beside it, so that a server that was restarted says
/// where an import stopped.
package actor ConsoleImports {
    /// The longest part of a file, in bytes.
    static let longestPart = 1 << 20
    /// The longest file, in bytes.
    static let longestFile: Int64 = 2 << 30
    /// The number of files of a project, with those of its tenants.
    static let most = 5
    /// The number of files of all projects.
    static let mostInAll = 20
    /// The length of all files that are not imported yet, in bytes.
    static let longestInAll: Int64 = 10 << 30
    /// The number of files that something is done with at once.
    static let mostAtOnce = 2
    /// The time for which a file is kept that nobody imports, in seconds.
    static let keptSeconds: Int64 = 24 * 3600

    /// A refused request, in words.
    package enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        case missing, tooLarge, tooMany, isBusy, wrongPlace, hashes
        /// The files of all projects together are too many, or too long.
        case serverHasMany, serverIsFull
        /// Other files are being imported.
        case serverIsBusy
    }

    /// The folder of this server; `nil` until a temporary one is made.
    private(set) var folder: URL?
    /// Indicates whether the folder ends with the server.
    private let isTemporary: Bool
    private(set) var isClosed = false
    var known: [String: ConsoleImport]?
    /// The work that is being done, by the file's id.
    var tasks: [String: Task<Void, Never>] = [:]

    /// - Parameter folder: The folder for the files; `nil` for a temporary one.
    package init(folder: URL?) {
        self.folder = folder
        isTemporary = folder == nil
    }

    // MARK: What there is

    /// The imports of a project or tenant, newest first.
    func list(in scope: ProjectScope, now: Timestamp) throws -> [ConsoleImport] {
        let wanted = ConsoleImport.ImportScope(scope)
        return try all(now: now).values.filter { $0.scope == wanted }.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
    }

    /// - Throws: ``Refusal/missing``.
    func find(_ id: String, in scope: ProjectScope, now: Timestamp) throws -> ConsoleImport {
        guard let found = try all(now: now)[id], found.scope == ConsoleImport.ImportScope(scope) else { throw Refusal.missing }
        return found
    }

    /// All imports, without those that are too old.
    private func all(now: Timestamp) throws -> [String: ConsoleImport] {
        if known == nil { known = try load() }
        for (id, old) in known ?? [:] where now.seconds - old.createdAt.seconds > Self.keptSeconds && !old.state.isBusy {
            delete(id)
        }
        return known ?? [:]
    }

    private func load() throws -> [String: ConsoleImport] {
        guard let folder, FileManager.default.fileExists(atPath: folder.path) else { return [:] }
        var found: [String: ConsoleImport] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
            let file = folder.appending(path: name)
            guard let data = try? Data(contentsOf: file), var read = try? JSONDecoder().decode(ConsoleImport.self, from: data),
                name == "\(read.id).json"
            else { continue }
            // Its work ended with the server that did it.
            if read.state.isBusy { read.state = .stopped }
            found[read.id] = read
        }
        return found
    }

    // MARK: Files

    /// Begins a file.
    func create(name: String, length: Int64, in scope: ProjectScope, now: Timestamp) throws -> ConsoleImport {
        guard !isClosed else { throw Refusal.isBusy }
        guard length > 0, length <= Self.longestFile else { throw Refusal.tooLarge }
        let others = try all(now: now).values
        guard others.count(where: { $0.scope.project == scope.project }) < Self.most else { throw Refusal.tooMany }
        guard others.count < Self.mostInAll else { throw Refusal.serverHasMany }
        // What is imported has no file any more.
        let total = others.filter { $0.state != .done }.reduce(length) { $0 + $1.length }
        guard total <= Self.longestInAll else { throw Refusal.serverIsFull }
        let made = ConsoleImport(
            id: SecureRandom.bytes(16).hex, scope: ConsoleImport.ImportScope(scope), name: String(name.prefix(100)),
            length: length, createdAt: now)
        try prepareFolder()
        let descriptor = open(path(made.id, "export"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ImportFileFault("The file cannot be written: \(SystemReason.text(errno)).") }
        Foundation.close(descriptor)
        try keep(made)
        return made
    }

    /// Adds the next bytes of a file.
    ///
    /// - Returns: The import, which is ready once all bytes are there.
    func append(
        _ bytes: [UInt8], to id: String, at offset: Int64, in scope: ProjectScope, now: Timestamp
    ) throws -> ConsoleImport {
        var found = try find(id, in: scope, now: now)
        guard found.state == .uploading, offset == found.received, !bytes.isEmpty,
            found.received + Int64(bytes.count) <= found.length
        else { throw Refusal.wrongPlace }
        let handle = try FileHandle(forWritingTo: URL(filePath: path(id, "export")))
        defer { try? handle.close() }
        try handle.truncate(atOffset: UInt64(offset))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        found.received += Int64(bytes.count)
        if found.received == found.length { found.state = .ready }
        try keep(found)
        return found
    }

    /// Deletes a file, and what is known of it. Its work stops.
    func remove(_ id: String, in scope: ProjectScope, now: Timestamp) throws {
        _ = try find(id, in: scope, now: now)
        discard(id)
    }

    /// Deletes the files of a project with all its tenants, or of a tenant. The work on them stops.
    func removeAll(of scope: ProjectScope) {
        // What cannot be read now is deleted by the next ``expire(now:projects:hasTenant:)``.
        if known == nil { known = try? load() }
        for (id, found) in known ?? [:] where found.scope.project == scope.project {
            if scope.tenant.isEmpty || found.scope.tenant == scope.tenant { discard(id) }
        }
    }

    /// Deletes what is too old, what belongs to no project or tenant, and what else is in the folder.
    ///
    /// - Parameters:
    ///   - now: The time before which the projects were listed.
    ///   - projects: The projects that exist; `nil` if files of any project are kept.
    ///   - hasTenant: Tells whether a tenant exists, which somebody may have deleted elsewhere; `nil` if files of any tenant are
    ///     kept.
    package func expire(
        now: Timestamp, projects: Set<String>?, hasTenant: (@Sendable (ProjectScope) async throws -> Bool)? = nil
    ) async throws {
        guard !isClosed else { return }
        for (id, found) in try all(now: now) {
            // A file that is newer than the list may belong to a project that is, too.
            guard let projects, found.createdAt < now, !projects.contains(found.scope.project) else { continue }
            discard(id)
        }
        let tenants = Set(try all(now: now).values.map(\.scope).filter { !$0.tenant.isEmpty })
        for tenant in tenants {
            let scope = ProjectScope(project: tenant.project, tenant: tenant.tenant)
            if let hasTenant, try await !hasTenant(scope) { removeAll(of: scope) }
        }
        guard !isClosed else { return }
        try sweep()
    }

    /// Ends all work, and deletes a temporary folder. Nothing can be begun after it.
    package func close() async {
        isClosed = true
        for task in tasks.values { task.cancel() }
        removeTemporaryFolder()
        // Each says that it was stopped, rather than that it failed because the database was closed.
        let deadline = ContinuousClock.now + .seconds(5)
        while !tasks.isEmpty, ContinuousClock.now < deadline {
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
        }
        // Work that was about to write may have kept it.
        removeTemporaryFolder()
    }

    /// The file of refused accounts; `nil` if none were refused.
    func refused(_ id: String, in scope: ProjectScope, now: Timestamp) throws -> String? {
        _ = try find(id, in: scope, now: now)
        let file = path(id, "refused.jsonl")
        return FileManager.default.fileExists(atPath: file) ? file : nil
    }

    // MARK: Folder

    private func prepareFolder() throws {
        let folder =
            self.folder
            ?? FileManager.default.temporaryDirectory.appending(path: "vincula-imports-\(SecureRandom.bytes(8).hex)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.folder = folder
    }

    func path(_ id: String, _ ending: String) -> String {
        (folder ?? FileManager.default.temporaryDirectory).appending(path: "\(id).\(ending)").path
    }

    func keep(_ changed: ConsoleImport) throws {
        known = (known ?? [:]).merging([changed.id: changed]) { $1 }
        let file = URL(filePath: path(changed.id, "json"))
        try JSONEncoder().encode(changed).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Deletes files that nothing is known of, such as those that a crash left.
    private func sweep() throws {
        guard let folder, FileManager.default.fileExists(atPath: folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let id = String(name.prefix { $0 != "." })
            guard known?[id] == nil, tasks[id] == nil else { continue }
            let file = folder.appending(path: name)
            let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
            guard facts?[.type] as? FileAttributeType == .typeRegular else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private func removeTemporaryFolder() {
        guard isTemporary, let folder else { return }
        known = [:]
        try? FileManager.default.removeItem(at: folder)
    }

    private func discard(_ id: String) {
        tasks[id]?.cancel()
        delete(id)
    }

    func delete(_ id: String) {
        known?[id] = nil
        for ending in ["json", "export", "refused.jsonl"] { try? FileManager.default.removeItem(atPath: path(id, ending)) }
    }
}
