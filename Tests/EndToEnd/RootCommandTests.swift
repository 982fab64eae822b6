import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Commands that root runs on the data folder of another user, who can put links there.
@Suite("Root's commands", .enabled(if: geteuid() == 0))
struct RootCommandTests {
    private let manager = FileManager.default

    /// Runs a closure with a data folder of the user `nobody`, and a folder that only root can open.
    private func withFolders(_ body: (_ data: String, _ vault: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let (data, vault) = (folder.appending(path: "data").path, folder.appending(path: "vault").path)
            for path in [data, vault] {
                try manager.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            try manager.setAttributes([.ownerAccountName: "nobody"], ofItemAtPath: data)
            try await body(data, vault)
        }
    }

    private func owner(_ path: String) throws -> String? {
        try manager.attributesOfItem(atPath: path)[.ownerAccountName] as? String
    }

    @Test("T364 a command of root's works with the rights of the folder's user: what it makes is the user's")
    func owners() async throws {
        try await withFolders { data, _ in
            let made = try await VinculaProcess.run(["projects", "create", "shop", "--data", data])
            #expect(made.status == 0 && made.output.contains("Acting as nobody, whose \(data) is."), "\(made.output)")
            let backup = try await VinculaProcess.run(["backup", "\(data)/copy", "--data", data])
            #expect(backup.status == 0, "\(backup.output)")
            let names = try manager.contentsOfDirectory(atPath: data)
            #expect(Set(["vincula.sqlite", "master.key", "copy"]).isSubset(of: names), "\(names)")
            for name in names { #expect(try owner("\(data)/\(name)") == "nobody", "\(name)") }
            let doctor = try await VinculaProcess.run(["doctor", "--data", data])
            #expect(doctor.output.contains("Only their owner can access the files in \(data)."), "\(doctor.output)")
        }
    }

    @Test("T364 links in the folder lead a command of root's nowhere that their owner could not go")
    func links() async throws {
        try await withFolders { data, vault in
            _ = try await VinculaProcess.run(["projects", "create", "vault", "--data", vault])
            let before = try Data(contentsOf: URL(filePath: "\(vault)/vincula.sqlite"))
            // Another installation's database and key.
            for name in ["vincula.sqlite", "master.key"] {
                try manager.createSymbolicLink(atPath: "\(data)/\(name)", withDestinationPath: "\(vault)/\(name)")
            }
            let read = try await VinculaProcess.run(["projects", "--data", data])
            #expect(read.status != 0 && !read.output.contains("vault:"), "\(read.output)")
            let made = try await VinculaProcess.run(["projects", "create", "shop", "--data", data])
            #expect(made.status != 0, "\(made.output)")
            #expect(try Data(contentsOf: URL(filePath: "\(vault)/vincula.sqlite")) == before)
            for name in ["vincula.sqlite", "master.key"] { try manager.removeItem(atPath: "\(data)/\(name)") }
            // A file that root names, in the folder.
            _ = try await VinculaProcess.run(["projects", "create", "shop", "--data", data])
            try manager.createSymbolicLink(atPath: "\(data)/copy", withDestinationPath: "\(vault)/copy")
            let copied = try await VinculaProcess.run(["backup", "\(data)/copy", "--data", data])
            #expect(copied.status != 0 && !manager.fileExists(atPath: "\(vault)/copy"), "\(copied.output)")
            // The folder itself, below one that is the user's.
            try manager.createSymbolicLink(atPath: "\(data)/inner", withDestinationPath: vault)
            let inner = try await VinculaProcess.run(["projects", "--data", "\(data)/inner"])
            #expect(inner.status != 0 && inner.output.contains("Acting as nobody"), "\(inner.output)")
        }
    }

    @Test("T364 root's own folder stays root's, also behind a link of root's")
    func own() async throws {
        try await withFolders { _, vault in
            let link = "\(vault)-link"
            try manager.createSymbolicLink(atPath: link, withDestinationPath: vault)
            let made = try await VinculaProcess.run(["projects", "create", "shop", "--data", link])
            #expect(made.status == 0 && !made.output.contains("Acting as"), "\(made.output)")
            #expect(try owner("\(vault)/vincula.sqlite") == "root")
        }
    }

    @Test("vincula init refuses a folder that its user could not get into before it makes the user")
    func wayToFolder() async throws {
        try await withFolders { _, vault in
            let places = ["--unit", "\(vault)/a.service", "--config", "\(vault)/a.json", "--data", "\(vault)/data"]
            let refused = try await VinculaProcess.run(
                ["init", "--install", "--user", "vincula-init-none", "--public-url", "https://auth.example.com"] + places)
            #expect(refused.status != 0 && refused.output.contains("not everybody may enter"), "\(refused.output)")
            #expect(getpwnam("vincula-init-none") == nil)
            #expect(try manager.contentsOfDirectory(atPath: vault).isEmpty)
        }
    }
}
