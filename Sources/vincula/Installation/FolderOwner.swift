import Foundation
import VinculaCore

/// The rights with which root works in a data folder: those of the user to whom it belongs.
///
/// The folder's user can put links into it at any time. With root's rights, the database, its log, keys and backups would be
/// read and written wherever they lead.
enum FolderOwner {
    /// The number of links on the way to a folder, as the system allows it.
    private static let mostLinks = 40

    /// Has this process act as the data folder's user from now on and for good, if it is root and the folder is another user's.
    ///
    /// It is what `sudo -u` does, and what the files have to belong to: the server cannot open what root makes.
    ///
    /// - Throws: ``ConfigurationError`` if the rights cannot be given up.
    static func takeOn(_ configuration: ServerConfiguration) throws {
        guard geteuid() == 0, !configuration.isEphemeral,
            let found = first(onTheWayTo: configuration.dataDirectory.path)
        else { return }
        let name = try found.user.become()
        StandardError.print(
            "Acting as \(name), whose \(Table.printable(found.place)) is. Files that you name must be open to that user.")
    }

    /// Finds the first place on the way to a folder that belongs to another user than root, who can change what comes after it.
    ///
    /// - Parameter path: The folder's absolute path. It need not exist.
    /// - Returns: `nil` if all that exists is root's.
    static func first(onTheWayTo path: String) -> (user: SystemUser, place: String)? {
        var rest = path.split(separator: "/").map(String.init)
        var place = ""
        var links = 0
        while !rest.isEmpty {
            let name = rest.removeFirst()
            if name == "." { continue }
            if name == ".." {
                place = place.split(separator: "/").dropLast().map { "/\($0)" }.joined()
                continue
            }
            let inner = "\(place)/\(name)"
            // Of a link, these are its own.
            guard let facts = try? FileManager.default.attributesOfItem(atPath: inner),
                let owner = (facts[.ownerAccountID] as? NSNumber)?.uint32Value,
                let group = (facts[.groupOwnerAccountID] as? NSNumber)?.uint32Value
            else { return nil }
            guard owner == 0 else { return (SystemUser(id: owner, group: group), inner) }
            guard facts[.type] as? FileAttributeType == .typeSymbolicLink else {
                place = inner
                continue
            }
            links += 1
            guard links <= mostLinks, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: inner) else {
                return nil
            }
            if target.hasPrefix("/") { place = "" }
            rest = target.split(separator: "/").map(String.init) + rest
        }
        return nil
    }
}
