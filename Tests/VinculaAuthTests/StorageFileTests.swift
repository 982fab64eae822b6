import Foundation
import Testing

@testable import VinculaAuth

@Suite struct StorageFileTests {
    private let old = Data("old".utf8)
    private let key = "key"

    /// A directory that does not exist yet, a storage in it, and the path of the file of `key`.
    private func withStorage(_ body: (FileStorage, _ directory: String, _ file: String) throws -> Void) throws {
        try withTemporaryDirectory { parent in
            let directory = parent.appendingPathComponent("state")
            try body(FileStorage(directory: directory), directory.path, directory.path + "/key.stored")
        }
    }

    private func storageError(_ body: () throws -> Void) throws -> StorageError {
        try #require(#expect(throws: StorageError.self, performing: body))
    }

    // MARK: - Modes and owners

    @Test func whatIsCreatedIsItsOwnersAlone() throws {
        try withTemporaryDirectory { parent in
            let directory = parent.appendingPathComponent("above/state")
            try FileStorage(directory: directory).update(key) { _ in old }
            #expect(try mode(parent.path + "/above") == 0o700)
            #expect(try mode(directory.path) == 0o700)
            #expect(try mode(directory.path + "/key.stored") == 0o600)
            #expect(try mode(directory.path + "/key.lock") == 0o600)
            #expect(try names(directory.path) == ["key.lock", "key.stored"])
        }
    }

    @Test func readingCreatesNothing() throws {
        try withStorage { storage, directory, _ in
            let value = try storage.read(key)
            #expect(value == nil)
            #expect(!FileManager.default.fileExists(atPath: directory))
        }
    }

    @Test(arguments: [0o644, 0o640, 0o400, 0o700]) func aLooserModeOfAnOwnFileIsTightened(loose: Int) throws {
        try withStorage { storage, directory, file in
            try storage.update(key) { _ in old }
            try setMode(loose, file)
            #expect(try storage.read(key) == old)
            #expect(try mode(file) == 0o600)
        }
    }

    @Test(arguments: [0o666, 0o620, 0o602]) func aFileThatOthersMayWriteIsRefused(loose: Int) throws {
        try withStorage { storage, directory, file in
            try storage.update(key) { _ in old }
            try setMode(loose, file)
            let error = try storageError { _ = try storage.read(key) }
            #expect(error.place == file)
            #expect(error.description.contains("chmod go-w"))
            _ = try storageError { try storage.update(key) { _ in nil } }
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == old)
        }
    }

    @Test(arguments: [0o777, 0o770, 0o702, 0o1777]) func aDirectoryThatOthersMayWriteIsRefused(loose: Int) throws {
        try withStorage { storage, directory, file in
            try storage.update(key) { _ in old }
            try setMode(loose, directory)
            #expect(try storageError { _ = try storage.read(key) }.place == directory)
            #expect(try storageError { try storage.update(key) { _ in Data() } }.place == directory)
            try setMode(0o755, directory)
            #expect(try storage.read(key) == old)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func whatBelongsToSomebodyElseIsRefused() throws {
        try withStorage { storage, directory, file in
            try storage.update(key) { _ in old }
            for path in [file, directory + "/key.lock", directory] {
                #expect(chown(path, 4_242, 4_242) == 0)
                let error = try storageError { try storage.update(key) { _ in Data() } }
                #expect(error.place == path)
                #expect(error.reason.contains("4242"))
                #expect(chown(path, 0, 0) == 0)
            }
            #expect(try storage.read(key) == old)
        }
    }

    // MARK: - What stands in the way

    @Test func aSymbolicLinkInAFilesPlaceIsNotFollowed() throws {
        try withStorage { storage, directory, file in
            try storage.update("other") { _ in old }
            let target = directory + "/other.stored"
            for link in [file, directory + "/key.lock"] {
                unlink(directory + "/key.lock")
                #expect(symlink(target, link) == 0)
                let error = try storageError { try storage.update(key) { _ in Data("planted".utf8) } }
                #expect(error.code == ELOOP)
                #expect(error.place == link)
                #expect(unlink(link) == 0)
            }
            // A planted temporary file is removed, and what it points to is not touched.
            #expect(symlink(target, directory + "/key.tmp") == 0)
            try storage.update(key) { _ in Data("new".utf8) }
            #expect(try storage.read("other") == old)
            #expect(try storage.read(key) == Data("new".utf8))
        }
    }

    @Test func theDirectoryMayBeALinkButNotADanglingOne() throws {
        try withStorage { storage, directory, _ in
            try storage.update(key) { _ in old }
            #expect(symlink(directory, directory + "-link") == 0)
            #expect(try FileStorage(directory: URL(fileURLWithPath: directory + "-link")).read(key) == old)
            #expect(symlink(directory + "-nowhere", directory + "-dangling") == 0)
            let dangling = FileStorage(directory: URL(fileURLWithPath: directory + "-dangling"))
            #expect(try storageError { try dangling.update(key) { _ in old } }.code == ENOENT)
        }
    }

    @Test func aDirectoryOrPipeInAFilesPlaceIsAnErrorAndNotNobody() throws {
        try withStorage { storage, directory, file in
            try storage.update("other") { _ in old }
            for path in [file, directory + "/key.lock", directory + "/key.tmp"] {
                unlink(directory + "/key.lock")
                #expect(mkdir(path, 0o700) == 0)
                #expect(try storageError { try storage.update(key) { _ in old } }.place == path)
                if path == file { #expect(try storageError { _ = try storage.read(key) }.place == path) }
                #expect(rmdir(path) == 0)
                guard !path.hasSuffix(".tmp") else { continue }
                unlink(directory + "/key.lock")
                #expect(mkfifo(path, 0o600) == 0)
                #expect(try storageError { try storage.update(key) { _ in old } }.reason.contains("not a file"))
                #expect(unlink(path) == 0)
            }
            #expect(try storage.read(key) == nil)
        }
    }

    @Test func aFileInTheDirectorysPlaceIsAnError() throws {
        try withStorage { _, directory, _ in
            try old.write(to: URL(fileURLWithPath: directory))
            for path in [directory, directory + "/below"] {
                let storage = FileStorage(directory: URL(fileURLWithPath: path))
                #expect(try storageError { _ = try storage.read(key) }.code == ENOTDIR)
                #expect(try storageError { try storage.update(key) { _ in old } }.code == ENOTDIR)
            }
        }
    }

    @Test func aDirectoryThatWasRemovedIsMadeAgain() throws {
        try withStorage { storage, directory, _ in
            try storage.update(key) { _ in old }
            try FileManager.default.removeItem(atPath: directory)
            #expect(try storage.read(key) == nil)
            try storage.update(key) { _ in old }
            #expect(try storage.read(key) == old)
        }
    }

    @Test func onlyADirectoryOnThisComputerWillDo() throws {
        let storage = FileStorage(directory: try #require(URL(string: "https://example.com/state")))
        #expect(try storageError { _ = try storage.read(key) }.description.contains("fileURLWithPath"))
        #expect(try storageError { try storage.update(key) { _ in old } }.place == "https://example.com/state")
    }

    // MARK: - Half states

    @Test(arguments: ["", "half of the n", "a whole new one"]) func whatAKilledWriterLeftIsNotReadAndIsRemoved(rest: String)
        throws
    {
        try withStorage { storage, directory, _ in
            let temporary = URL(fileURLWithPath: directory + "/key.tmp")
            try storage.update(key) { _ in old }
            try Data(rest.utf8).write(to: temporary)
            #expect(try storage.read(key) == old)
            try storage.update(key) { $0 }
            #expect(try names(directory) == ["key.lock", "key.stored"])

            try Data(rest.utf8).write(to: temporary)
            try storage.update(key) { _ in nil }
            #expect(try names(directory) == ["key.lock"])
        }
    }

    /// Indicates whether this test run may mount a file system of its own.
    private static var canMount: Bool {
        guard geteuid() == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vincula-mount-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let mount = Process()
        mount.executableURL = URL(fileURLWithPath: "/bin/sh")
        mount.arguments = ["-c", "mount -t tmpfs -o size=64k none '\(folder.path)' && umount '\(folder.path)'"]
        mount.standardError = FileHandle.nullDevice
        guard (try? mount.run()) != nil else { return false }
        mount.waitUntilExit()
        return mount.terminationStatus == 0
    }

    @Test(.enabled(if: canMount, "This test run may not mount a file system (it takes root and mount)."))
    func aFullDiskLeavesTheOldFile() throws {
        try withTemporaryDirectory { parent in
            let disk = parent.appendingPathComponent("disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            #expect(try run("/bin/mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", disk.path]) == 0)
            defer { _ = try? run("/bin/umount", [disk.path]) }
            let storage = FileStorage(directory: disk)
            let first = Data(repeating: 1, count: 10_000)
            try storage.update(key) { _ in first }
            let error = try storageError { try storage.update(key) { _ in Data(repeating: 2, count: 100_000) } }
            #expect(error.code == ENOSPC)
            #expect(error.description.contains("Free some space"))
            #expect(try storage.read(key) == first)
            #expect(try names(disk.path) == ["key.lock", "key.stored"])
            // Signing out works on a full disk, too.
            try Data(repeating: 3, count: 40_000).write(to: disk.appendingPathComponent("ballast"))
            try storage.update(key) { _ in nil }
            #expect(try storage.read(key) == nil)
        }
    }

    // MARK: - Names and places

    @Test func fileNamesAreSafeAndShort() {
        #expect(FileStorage.fileName("a_b-9") == "a_b-9.stored")
        #expect(FileStorage.fileName("../A b") == "%2e%2e%2f%41%20b.stored")
        for key in [String(repeating: "x", count: 101), String(repeating: "Ä", count: 5_000)] {
            #expect(FileStorage.fileName(key).utf8.count == 107)
        }
    }

    @Test func theDefaultDirectoryFollowsTheEnvironment() throws {
        func path(_ environment: [String: String]) throws -> String {
            try FileStorage.defaultDirectory(environment: environment).path
        }
        #expect(try path(["HOME": "/home/ada"]) == "/home/ada/.local/state/vincula")
        #expect(try path(["HOME": "/home/ada", "XDG_STATE_HOME": "/state"]) == "/state/vincula")
        #expect(try path(["HOME": "/home/ada", "XDG_STATE_HOME": "relative"]) == "/home/ada/.local/state/vincula")
        #expect(try path(["HOME": "/home/ada", "XDG_STATE_HOME": ""]) == "/home/ada/.local/state/vincula")
        #expect(try path(["XDG_STATE_HOME": "/state"]) == "/state/vincula")
        for environment in [[:], ["HOME": ""], ["HOME": "relative"]] {
            #expect(try storageError { _ = try path(environment) }.localizedDescription.contains("HOME"))
        }
    }

    @Test func anErrorSaysWhatToDo() throws {
        let error = StorageError("open", "/state/key.stored", errno: EACCES)
        #expect(error.localizedDescription == error.description)
        #expect(error.description.hasPrefix("/state/key.stored: Permission denied (open, 13). Give the user with the uid"))
        #expect(error.failureReason == "Permission denied")
    }

    // MARK: - Steps

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        #expect(chmod(path, mode_t(mode)) == 0)
    }

    private func names(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
