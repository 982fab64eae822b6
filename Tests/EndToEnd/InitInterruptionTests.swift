import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `vincula init` that is killed, and runs again.
@Suite("vincula init, interrupted")
struct InitInterruptionTests {
    /// A library that kills the command before one of its calls that change files.
    private static func killer(_ folder: URL) async throws -> String {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/kill_at.c").standardized
        let library = folder.appending(path: "kill_at.so").path
        let made = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["clang", "-shared", "-fPIC", "-o", library, source.path, "-ldl"])
        try #require(made.status == 0, "\(made.output)")
        return library
    }

    /// One installation.
    private struct Place {
        let folder: URL
        var config: String { folder.appending(path: "etc/vincula.json").path }
        var unit: String { folder.appending(path: "vincula.service").path }
        private var isRoot: Bool { geteuid() == 0 }

        var arguments: [String] {
            [
                "init", "--config", config, "--data", folder.appending(path: "data").path, "--public-url",
                "https://auth.example.com", "--project", "shop", "--domains", "app.example.com",
            ] + (isRoot ? ["--install", "--unit", unit, "--user", "nobody"] : ["--user", NSUserName()])
        }
        /// Settings with which the keys cost nothing.
        static let environment = ["VINCULA_TOKENS_ALGORITHM": "ES256"]

        func run(_ more: [String] = [], killing library: String? = nil, at number: Int = 0) async throws -> ChildProcess.Outcome {
            var environment = Self.environment
            if let library { environment.merge(["LD_PRELOAD": library, "KILL_AT": "\(number)"]) { $1 } }
            return try await VinculaProcess.run(arguments + more, environment: environment)
        }

        /// What is wrong with a finished set-up; `nil` if nothing is.
        func fault() async throws -> String? {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            if let left = names.first(where: { $0.hasSuffix(".init") || $0.hasSuffix(".part") }) { return "\(left) is left" }
            let present = try await VinculaProcess.run(["init", "--config", config])
            guard present.output.contains("shop: 0 accounts, 1 API key") else { return present.output }
            guard isRoot else { return nil }
            guard (try? String(contentsOfFile: unit, encoding: .utf8))?.contains("[Install]") == true else { return "no unit" }
            for name in names where name.hasPrefix("data") {
                let facts = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                if facts[.ownerAccountName] as? String != "nobody" { return "\(name) is not the service's" }
            }
            return nil
        }
    }

    @Test("Killed before any of its changes, it goes on when it runs again", .enabled(if: Self.isLinux))
    func killed() async throws {
        try await withFolder { folder in
            let library = try await Self.killer(folder)
            var number = 1
            var deaths = 0
            while number < 400 {
                let place = Place(folder: folder.appending(path: "\(number)"))
                try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
                let first = try await place.run(killing: library, at: number)
                if first.status == 0 { break }
                try #require(first.status == SIGKILL, "\(number): \(first.output)")
                deaths += 1
                // What was killed after its last change has nothing left to do.
                let isOver = try await place.fault() == nil
                let second = isOver ? first : try await place.run()
                #expect(isOver || second.status == 0 && second.output.contains("AIza"), "\(number): \(second.output)")
                #expect(try await place.fault() == nil, "\(number)")
                // The first calls are init's own; among those of the database, some are enough.
                number += number < 16 ? 1 : 5
            }
            #expect(deaths >= 12, "\(deaths)")
        }
    }

    @Test("T333 it goes on with the same answers only, and with nobody else's note", .enabled(if: Self.isLinux))
    func others() async throws {
        try await withFolder { folder in
            let place = Place(folder: folder)
            let library = try await Self.killer(folder)
            // The data folder is the second one that is made.
            let killed = try await place.run(killing: library, at: 12)
            #expect(killed.status == SIGKILL, "\(killed.output)")
            let note = place.config + ".init"
            try #require(FileManager.default.fileExists(atPath: note), "\(killed.output)")
            #expect(try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int == 0o600)
            for other in [["--methods", "phone"], ["--project", "other"], ["--user", "daemon"], ["--smtp-host", "127.0.0.1"]] {
                let refused = try await place.run(other)
                #expect(refused.status != 0 && refused.output.contains("with other answers was interrupted"), "\(refused.output)")
            }
            // Without flags, the answers are those of the note.
            let config = place.config
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: note)
            let open = try await VinculaProcess.run(["init", "--config", config])
            #expect(open.status != 0 && open.output.contains("is not the note of an interrupted vincula init"), "\(open.output)")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: note)
            try FileManager.default.moveItem(atPath: note, toPath: note + "-")
            try FileManager.default.createSymbolicLink(atPath: note, withDestinationPath: note + "-")
            let link = try await VinculaProcess.run(["init", "--config", config])
            #expect(link.status != 0 && link.output.contains("\(note) cannot be read"), "\(link.output)")
            try FileManager.default.removeItem(atPath: note)
            try FileManager.default.moveItem(atPath: note + "-", toPath: note)
            let done = try await VinculaProcess.run(["init", "--config", config], environment: Place.environment)
            #expect(done.status == 0 && done.output.contains("Going on with the set-up that was interrupted."), "\(done.output)")
            #expect(try await place.fault() == nil)
        }
    }

    @Test("T333 as root, it follows nothing that the service's user has put into the data folder", .enabled(if: geteuid() == 0))
    func planted() async throws {
        try await withFolder { folder in
            let place = Place(folder: folder)
            let killed = try await place.run(killing: Self.killer(folder), at: 12)
            try #require(killed.status == SIGKILL, "\(killed.output)")
            let (data, victim) = (folder.appending(path: "data").path, folder.appending(path: "victim").path)
            let manager = FileManager.default
            try? manager.removeItem(atPath: data)
            try manager.createDirectory(atPath: data, withIntermediateDirectories: true)
            try manager.setAttributes([.ownerAccountName: "nobody", .posixPermissions: 0o700], ofItemAtPath: data)
            for name in ["opening.lock", "master.key", "vincula.sqlite"] {
                for leads in [true, false] {
                    if leads { try Data("root's".utf8).write(to: URL(filePath: victim)) }
                    try? manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: victim)
                    try manager.createSymbolicLink(atPath: "\(data)/\(name)", withDestinationPath: victim)
                    let refused = try await place.run()
                    #expect(refused.status == 1, "\(name), \(leads): \(refused.output)")
                    if leads {
                        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "root's", "\(name)")
                        #expect(try manager.attributesOfItem(atPath: victim)[.ownerAccountID] as? Int == 0, "\(name)")
                        try manager.removeItem(atPath: victim)
                    }
                    #expect(!manager.fileExists(atPath: victim), "\(name)")
                    for left in try manager.contentsOfDirectory(atPath: data) {
                        try manager.removeItem(atPath: "\(data)/\(left)")
                    }
                }
            }
            let done = try await place.run()
            #expect(done.status == 0, "\(done.output)")
            #expect(try await place.fault() == nil)
            // Other commands of root's leave what the lock leads to alone, too.
            let lock = "\(data)/opening.lock"
            for isSymbolic in [true, false] {
                try? manager.removeItem(atPath: lock)
                try Data("root's".utf8).write(to: URL(filePath: victim))
                if isSymbolic {
                    try manager.createSymbolicLink(atPath: lock, withDestinationPath: victim)
                } else {
                    try manager.linkItem(atPath: victim, toPath: lock)
                }
                let refused = try await VinculaProcess.run(["projects", "--data", data])
                #expect(refused.status == 1 && refused.output.contains("opening.lock"), "\(refused.output)")
                #expect(try manager.attributesOfItem(atPath: victim)[.ownerAccountID] as? Int == 0)
            }
        }
    }

    private static var isLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}
