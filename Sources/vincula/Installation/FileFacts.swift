// In a program with Swift's libraries inside, this module has `stat`.
import CoreFoundation
import Foundation

/// What an open file is.
struct FileFacts {
    private let facts: stat

    /// - Returns: `nil` if it cannot be found out; `errno` says why.
    init?(_ descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.facts = facts
    }

    // S_IFMT and its like are ambiguous with both modules.
    private var kind: UInt32 { UInt32(facts.st_mode) & 0o170000 }

    var isFolder: Bool { kind == 0o040000 }
    var isFile: Bool { kind == 0o100000 }
    /// Indicates whether it is a file that has no other name.
    var isOnlyName: Bool { isFile && facts.st_nlink == 1 }
    /// Indicates whether users who are neither the owner nor of the group may enter the folder.
    var letsOthersIn: Bool { UInt32(facts.st_mode) & 0o001 != 0 }
    var owner: uid_t { facts.st_uid }
    var group: gid_t { facts.st_gid }
    /// Indicates whether it is this process's user's, and nobody else may read or change it.
    var isPrivate: Bool { facts.st_uid == geteuid() && UInt32(facts.st_mode) & 0o077 == 0 }
}
