#if os(Linux)
    import Foundation
    import SDKSupport
    import Testing

    @testable import VinculaAuth

    /// The current directory may be a stranger's, and the file says which server gets the passwords.
    @Suite(.serialized, .alone) final class ConfigurationFileTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        private var file: URL { folder.appendingPathComponent(ConfigurationFile.name) }

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: file)
            try allow(0o644, file)
            try allow(0o755, folder)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func allow(_ mode: Int, _ url: URL) throws {
            try #require(chmod(url.path, mode_t(mode)) == 0)
        }

        private func find() throws -> URL {
            try ConfigurationFile.find(environment: [:], directories: [], currentDirectory: folder)
        }

        private func expectRefusal(sourceLocation: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: NSError.self, sourceLocation: sourceLocation) { try find() }
            #expect(error?.localizedDescription.contains(file.path) == true, sourceLocation: sourceLocation)
            #expect(error?.localizedDescription.contains("VINCULA_APP_PLIST") == true, sourceLocation: sourceLocation)
        }

        @Test func `One's own file is used, which is said`() async throws {
            let lines = try await console {
                let found = try find()
                #expect(found.path == file.path)
            }
            #expect(lines.contains { $0.contains(file.path) })
        }

        @Test func `A file that everybody may write is refused`() throws {
            try allow(0o666, file)
            expectRefusal()
        }

        @Test func `A directory in which everybody may exchange files is refused`() throws {
            try allow(0o777, folder)
            expectRefusal()
            try allow(0o1777, folder)
            #expect(try find().path == file.path)
        }

        @Test(.enabled(if: geteuid() == 0, "needs root")) func `A stranger's file, link or directory is refused`() throws {
            try #require(chown(file.path, 65534, 65534) == 0)
            expectRefusal()
            try #require(chown(file.path, 0, 0) == 0)
            try #require(chown(folder.path, 65534, 65534) == 0)
            expectRefusal()
            try #require(chown(folder.path, 0, 0) == 0)
            let target = folder.appendingPathComponent("other.plist")
            try FileManager.default.moveItem(at: file, to: target)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
            #expect(try find().path == file.path)
            try #require(lchown(file.path, 65534, 65534) == 0)
            expectRefusal()
        }

        @Test func `A file that is named explicitly is used, whoever owns it`() throws {
            try allow(0o666, file)
            #expect(try ConfigurationFile.find(environment: ["VINCULA_APP_PLIST": file.path]).path == file.path)
            #expect(try ConfigurationFile.find(environment: [:], directories: [folder], currentDirectory: nil).path == file.path)
        }
    }
#endif
