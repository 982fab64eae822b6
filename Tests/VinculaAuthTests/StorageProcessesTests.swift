#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @testable import VinculaAuth

    /// Several processes with one directory.
    @Suite(.serialized) struct StorageProcessesTests {
        private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(
            where: FileManager.default.isExecutableFile)

        @Test(.enabled(if: python != nil, "needs python3"))
        func aWriterWaitsForAnotherProcess() throws {
            try withTemporaryDirectory { directory in
                let storage = FileStorage(directory: directory)
                try storage.update("key") { _ in Data("old".utf8) }
                let other = try Python(
                    """
                    import fcntl, time
                    lock = open('key.lock')
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    print('locked', flush=True)
                    time.sleep(0.4)
                    open('key.stored', 'w').write('theirs')
                    """, in: directory)
                defer { other.end() }
                #expect(other.line() == "locked")
                #expect(try storage.read("key") == Data("old".utf8), "readers do not wait")
                var seen: Data?
                try storage.update("key") { old in
                    seen = old
                    return Data("ours".utf8)
                }
                #expect(seen == Data("theirs".utf8))
                #expect(try storage.read("key") == Data("ours".utf8))
            }
        }

        @Test(.enabled(if: python != nil, "needs python3"))
        func aProcessThatHoldsTheLockTooLongIsAnError() throws {
            try withTemporaryDirectory { directory in
                let storage = FileStorage(directory: directory, patience: .milliseconds(200))
                try storage.update("key") { _ in Data("old".utf8) }
                let other = try Python(
                    """
                    import fcntl, time
                    lock = open('key.lock')
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    print('locked', flush=True)
                    time.sleep(60)
                    """, in: directory)
                #expect(other.line() == "locked")
                let error = #expect(throws: StorageError.self) { try storage.update("key") { _ in nil } }
                #expect(error?.reason.contains("another process") == true)
                #expect(try storage.read("key") == Data("old".utf8))
                try storage.update("another key") { _ in Data() }
                // A killed holder holds nothing.
                other.end()
                try storage.update("key") { _ in nil }
                #expect(try storage.read("key") == nil)
            }
        }

        @Test func aChangeThatUpdatesTheSameKeyIsAnErrorAndNotForEver() throws {
            try withTemporaryDirectory { directory in
                let storage = FileStorage(directory: directory, patience: .milliseconds(100))
                let error = #expect(throws: StorageError.self) {
                    try storage.update("key") { _ in
                        try storage.update("key") { _ in Data() }
                        return nil
                    }
                }
                #expect(error?.reason.contains("thread") == true)
                try storage.update("key") { _ in Data() }
            }
        }

        @Test(.enabled(if: python != nil, "needs python3"))
        func noChangeOfTwoProcessesAndEightStoragesIsLost() throws {
            try withTemporaryDirectory { directory in
                try FileStorage(directory: directory).update("key") { _ in Data("0".utf8) }
                let other = try Python(
                    """
                    import fcntl, os
                    for _ in range(300):
                        with open('key.lock') as lock:
                            fcntl.flock(lock, fcntl.LOCK_EX)
                            count = int(open('key.stored').read())
                            with os.fdopen(os.open('key.tmp', os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), 'w') as new:
                                new.write(str(count + 1))
                            os.rename('key.tmp', 'key.stored')
                    print('done', flush=True)
                    """, in: directory)
                defer { other.end() }
                let threads = try (0..<8).map { index in
                    // By a name of its own each: only the file's lock holds them apart, as it does several processes.
                    let link = directory.appendingPathComponent("link-\(index)")
                    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: directory)
                    let storage = FileStorage(directory: link)
                    return Thread { for _ in 0..<40 { increment(storage, "key") } }
                }
                threads.forEach { $0.start() }
                wait { threads.allSatisfy(\.isFinished) }
                #expect(other.line() == "done")
                #expect(try FileStorage(directory: directory).read("key") == Data("620".utf8))
            }
        }

        @Test func aReaderSeesWholeValuesOnly() throws {
            try withTemporaryDirectory { directory in
                let storage = FileStorage(directory: directory)
                try storage.update("key") { _ in Self.value(0) }
                let writer = Thread {
                    for number in 1...200 { try? storage.update("key") { _ in Self.value(number) } }
                }
                writer.start()
                var reads = 0
                wait {
                    reads += 1
                    #expect(Self.number(try? storage.read("key")) != nil)
                    return writer.isFinished
                }
                #expect(reads > 10)
                #expect(Self.number(try storage.read("key")) == 200)
            }
        }

        @Test(.enabled(if: python != nil, "needs python3"))
        func aLockFileThatWasRemovedWhileAWriterWaitedDoesNotLetItIn() throws {
            try withTemporaryDirectory { directory in
                let storage = FileStorage(directory: directory)
                try storage.update("key") { _ in Data("old".utf8) }
                let other = try Python(
                    """
                    import fcntl, os, time
                    first = open('key.lock')
                    fcntl.flock(first, fcntl.LOCK_EX)
                    print('locked', flush=True)
                    time.sleep(0.2)
                    os.unlink('key.lock')
                    second = open('key.lock', 'w')
                    fcntl.flock(second, fcntl.LOCK_EX)
                    first.close()
                    time.sleep(0.3)
                    open('key.stored', 'w').write('theirs')
                    """, in: directory)
                defer { other.end() }
                #expect(other.line() == "locked")
                var seen: Data?
                try storage.update("key") { old in
                    seen = old
                    return nil
                }
                #expect(seen == Data("theirs".utf8))
            }
        }

        /// A process of ours is killed at any moment, with SIGKILL, again and again.
        @Test func aKilledWriterLeavesTheOldValueOrTheNewOne() async throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
                "storage-\(UUID().uuidString)", isDirectory: true)
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(at: directory) }
            let storage = FileStorage(directory: directory, patience: .seconds(120))
            var (last, rounds) = (0, 0)
            // On a busy machine, a child may be killed before it writes.
            while rounds < 12 || last <= 12 && rounds < 100 {
                rounds += 1
                unlink(directory.path + "/told")
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String] in
                    let storage = FileStorage(directory: URL(fileURLWithPath: path, isDirectory: true))
                    Thread.detachNewThread {
                        Thread.sleep(forTimeInterval: .random(in: 0.001...0.05))
                        kill(getpid(), SIGKILL)
                    }
                    while true {
                        var number = 0
                        try storage.update("key") { old in
                            number = (StorageProcessesTests.number(old) ?? 0) + 1
                            return StorageProcessesTests.value(number)
                        }
                        // Told to the parent after it was stored.
                        let told = open(path + "/told", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                        withUnsafeBytes(of: number) { _ = write(told, $0.baseAddress, $0.count) }
                        close(told)
                    }
                }
                let stored = try #require(Self.number(try storage.read("key") ?? Self.value(0)))
                let told = (try? Data(contentsOf: directory.appendingPathComponent("told"))) ?? Data()
                if told.count == 8 {
                    let number = told.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
                    #expect(number...(number + 1) ~= stored)
                }
                #expect(stored >= last)
                last = stored
            }
            #expect(last > 12, "the children wrote")
            try storage.update("key") { _ in nil }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0 != "told" } == ["key.lock"])
        }

        /// A value that shows whether it is whole: its number, and as many bytes of it as the number tells.
        static func value(_ number: Int) -> Data {
            Data("\(number):".utf8) + Data(repeating: UInt8(number % 251), count: 20_000 + (number * 7_919) % 50_000)
        }

        static func number(_ data: Data?) -> Int? {
            guard let data, let colon = data.firstIndex(of: UInt8(ascii: ":")),
                let number = Int(String(decoding: data[..<colon], as: UTF8.self)), data == value(number)
            else { return nil }
            return number
        }

        /// Another process that keeps to the same protocol.
        private final class Python {
            private let process = Process()
            private let output = Pipe()

            init(_ program: String, in directory: URL) throws {
                process.executableURL = URL(fileURLWithPath: try #require(python))
                process.arguments = ["-c", program]
                process.currentDirectoryURL = directory
                process.standardOutput = output
                try process.run()
            }

            func line() -> String {
                String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).trimmingCharacters(in: .newlines)
            }

            func end() {
                // A thread of the tests may block SIGTERM, and a child has its mask.
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }
    }
#endif
