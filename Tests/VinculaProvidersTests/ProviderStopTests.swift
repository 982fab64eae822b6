import Testing
import VinculaCore

@testable import VinculaProviders

struct ProviderStopTests {
    /// The outcome of a wait for a provider that never answers.
    private static func wait(_ stop: ProviderStop) async -> AuthError? {
        do throws(AuthError) {
            try await stop.limit { () throws(AuthError) in
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `waiting requests leave when the stop runs out of time, and so do later ones`() async {
        let stop = ProviderStop()
        let errors: [AuthError?] = await withTaskGroup(of: AuthError?.self) { group in
            for _ in 0..<10 { group.addTask { await Self.wait(stop) } }
            stop.begin(patience: .milliseconds(10))
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 10 && errors.allSatisfy { $0 == ProviderStop.error }, "\(errors)")
        #expect(await Self.wait(stop) == ProviderStop.error)
    }

    @Test func `an answer in time is an answer, and so is a refusal`() async throws {
        let stop = ProviderStop()
        let one = try await stop.limit { () throws(AuthError) -> Int in 1 }
        #expect(one == 1)
        await #expect(throws: AuthError.providerNotConfigured) {
            try await stop.limit { () throws(AuthError) -> Int in throw .providerNotConfigured }
        }
        stop.begin(patience: .seconds(3600))
        let two = try await stop.limit { () throws(AuthError) -> Int in 2 }
        #expect(two == 2)
    }

    @Test func `a cancelled request stops waiting`() async {
        let stop = ProviderStop()
        let waiting = Task { await Self.wait(stop) }
        waiting.cancel()
        _ = await waiting.value
    }
}
