import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct WrappingUnderLoadTests {
    private final class Door: Sendable {
        let isOpen = Mutex(false)
    }

    @Test func `hashes that were wrapped before the pool was full stay wrapped`() async throws {
        let pool = HashPool(threads: 1, capacity: 1, patience: .seconds(600))
        try await TestServer.with(hashPool: pool) { server in
            let scope = ProjectScope(project: server.project)
            var new = AccountImport()
            (new.hashes.algorithm, new.hashes.signerKey) = ("HMAC_SHA256", Data("secret".utf8))
            new.accounts = (0..<1000).map { number in
                var account = GivenAccount()
                account.id = "u\(number)"
                (account.passwordHash, account.salt) = (Data(repeating: 1, count: 32).base64EncodedString(), "c2FsdA==")
                return account
            }
            #expect(try await server.engine.accounts.importAccounts(new, in: scope) == [])
            let first = pool.done
            let door = Door()
            let wrapped = try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        while pool.done < first + 2 { await Task.yield() }
                        while !door.isOpen.withLock({ $0 }) {
                            // For a moment only: a hash that came into the queue first must not wait for the end of the wrapping,
                            // which waits for that hash. Refused while another one waits; then once more.
                            try? await pool.run {
                                for _ in 0..<200 where !door.isOpen.withLock({ $0 }) { usleep(100) }
                            }
                            await Task.yield()
                        }
                    }
                }
                let wrapped = try await server.engine.upkeep.wrapImportedHashes(count: 1000)
                door.isOpen.withLock { $0 = true }
                try await group.waitForAll()
                return wrapped
            }
            #expect((2..<1000).contains(wrapped), "\(wrapped)")
            let bare = try await server.engine.accounts.listAccounts(after: nil, limit: 1000, in: scope).count {
                $0.password?.isBare == true
            }
            #expect(bare == 1000 - wrapped)
        }
    }
}
