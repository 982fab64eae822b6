import Foundation

/// Who may do what with a file or folder.
struct FileRights {
    private let mode: Int
    private let owner: UInt32
    private let isFolder: Bool

    /// - Returns: `nil` if there is no such file. Of a link, the rights are those of what it leads to.
    init?(_ path: String) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard let facts = try? FileManager.default.attributesOfItem(atPath: target),
            let mode = facts[.posixPermissions] as? NSNumber, let owner = facts[.ownerAccountID] as? NSNumber
        else { return nil }
        self.mode = mode.intValue
        self.owner = owner.uint32Value
        isFolder = facts[.type] as? FileAttributeType == .typeDirectory
    }

    /// Whether everybody on this machine may change it.
    var isOpenToAll: Bool { mode & 0o002 != 0 }
    /// Whether its group or everybody may change it.
    var isOpenToOthers: Bool { mode & 0o022 != 0 }

    /// What to tell an operator of a file that others may change.
    func words(_ path: String) -> String {
        "\(path) can be changed by others on this machine. Run `chmod \(isFolder ? "700" : "600") \(path)`."
    }

    /// - Parameters:
    ///   - path: The file.
    ///   - user: Who asks; 0 for root, who may do everything whoever the owner is.
    func findings(_ path: String, user: UInt32) -> [Finding] {
        var findings: [Finding] = []
        let right = isFolder ? "700" : "600"
        if isOpenToOthers {
            findings.append(.bad(words(path)))
        } else if !isFolder, mode & 0o044 != 0 {
            findings.append(.bad("\(path) can be read by others on this machine. Run `chmod \(right) \(path)`."))
        } else if mode & 0o077 != 0 {
            findings.append(.note("Others on this machine can look into \(path). Run `chmod \(right) \(path)`."))
        }
        if owner != user {
            let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "user \(owner)"
            findings.append(
                user == 0
                    ? .note("\(path) is \(name)'s; the server must run as \(name).")
                    : .bad("\(path) is \(name)'s. Run the server and this command as \(name), or change the owner."))
        }
        return findings
    }
}

/// The folders that hold people's data, and whether others could put something of theirs into them.
enum OpenFolders {
    /// What to tell an operator of each folder that everybody may write to.
    static func refused(_ configuration: ServerConfiguration) -> [String] {
        folders(configuration).filter { $0.rights.isOpenToAll }.map { $0.rights.words($0.path) }
    }

    /// What to tell an operator of each folder that somebody else may write to, a group such as a volume's among them.
    static func noticed(_ configuration: ServerConfiguration) -> [String] {
        folders(configuration).filter { $0.rights.isOpenToOthers }.map { $0.rights.words($0.path) }
    }

    private static func folders(_ configuration: ServerConfiguration) -> [(path: String, rights: FileRights)] {
        guard !configuration.isEphemeral else { return [] }
        let paths = [configuration.dataDirectory.path, configuration.backups?.folder.path].compactMap(\.self)
        return paths.compactMap { path in FileRights(path).map { (path, $0) } }
    }
}
