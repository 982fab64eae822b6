import Foundation

/// The owner and permissions of a file or folder.
struct FileRights {
    private let mode: Int
    private let owner: UInt32
    private let isFolder: Bool

    /// Reads the owner and permissions of a file, or of the target of a link.
    ///
    /// - Returns: `nil` if there is no such file.
    init?(_ path: String) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard let facts = try? FileManager.default.attributesOfItem(atPath: target),
            let mode = facts[.posixPermissions] as? NSNumber, let owner = facts[.ownerAccountID] as? NSNumber
        else { return nil }
        self.mode = mode.intValue
        self.owner = owner.uint32Value
        isFolder = facts[.type] as? FileAttributeType == .typeDirectory
    }

    /// True if only a file's owner may rename or delete it in this folder, as in `/tmp`.
    private var isSticky: Bool { isFolder && mode & 0o1000 != 0 }
    /// True if everybody on this machine may replace the files and folders in it.
    var letsEverybodyReplace: Bool { isFolder && isOpenToAll && !isSticky }
    /// True if everybody on this machine may change it.
    var isOpenToAll: Bool { mode & 0o002 != 0 }
    /// True if everybody on this machine may read it.
    var isReadableByAll: Bool { mode & 0o004 != 0 }
    /// True if its group or everybody may change it.
    var isOpenToOthers: Bool { mode & 0o022 != 0 }

    /// The warning to root about a file that somebody else can change; `nil` if nobody can.
    func foreignWords(_ path: String) -> String? {
        guard owner != 0 || isOpenToOthers else { return nil }
        let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "user \(owner)"
        let who = owner == 0 ? "others on this machine" : name
        return "Warning: \(path) can be changed by \(who). Read what was made from it before root uses it."
    }

    /// The message about a file that others may change.
    func words(_ path: String) -> String {
        let found = "\(path) can be changed by others on this machine."
        // A folder such as /tmp does not belong to one server, and closing it would break the machine.
        if isSticky { return "\(found) Use a folder of the server's own, with mode 700." }
        return "\(found) Run `chmod \(isFolder ? "700" : "600") \(path)`."
    }

    /// - Parameters:
    ///   - path: The file.
    ///   - user: The current user; 0 for root, who has access to all files.
    func findings(_ path: String, user: UInt32) -> [Finding] {
        var findings: [Finding] = []
        let right = isFolder ? "700" : "600"
        if isOpenToOthers {
            findings.append(.bad(words(path)))
        } else if !isFolder, mode & 0o044 != 0 {
            findings.append(.bad("\(path) can be read by others on this machine. Run `chmod \(right) \(path)`."))
        } else if mode & 0o077 != 0 {
            findings.append(.note("Others on this machine can access \(path). Run `chmod \(right) \(path)`."))
        }
        if owner != user {
            let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "user \(owner)"
            findings.append(
                user == 0
                    ? .note("\(path) belongs to \(name); the server must run as \(name).")
                    : .bad("\(path) belongs to \(name). Run the server and this command as \(name), or change the owner."))
        }
        return findings
    }
}

/// The folders that hold users' data and that others may write to.
enum OpenFolders {
    /// The messages about folders that everybody may write to.
    static func refused(_ configuration: ServerConfiguration) -> [String] {
        let folders = folders(configuration)
        let above = Set(folders.flatMap { parents(of: $0.path) }).subtracting(folders.map(\.path)).sorted()
        return folders.filter { $0.rights.isOpenToAll }.map { $0.rights.words($0.path) }
            + above.filter { FileRights($0)?.letsEverybodyReplace ?? false }.map {
                "Everybody on this machine can replace the contents of \($0), including the data. Run `chmod o-w \($0)`."
            }
    }

    /// The messages about folders that anybody else may write to, including a group such as a volume's.
    static func noticed(_ configuration: ServerConfiguration) -> [String] {
        folders(configuration).filter { $0.rights.isOpenToOthers }.map { $0.rights.words($0.path) }
    }

    /// The parent folders of a path, with links resolved.
    private static func parents(of path: String) -> [String] {
        var folder = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL
        var parents: [String] = []
        while folder.path != "/" {
            folder = folder.deletingLastPathComponent()
            parents.append(folder.path)
        }
        return parents
    }

    private static func folders(_ configuration: ServerConfiguration) -> [(path: String, rights: FileRights)] {
        guard !configuration.isEphemeral else { return [] }
        let paths = [configuration.dataDirectory.path, configuration.backups?.folder.path].compactMap(\.self)
        return paths.compactMap { path in FileRights(path).map { (path, $0) } }
    }
}
