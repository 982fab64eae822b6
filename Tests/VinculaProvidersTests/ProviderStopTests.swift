import Testing
import VinculaCore

@testable import VinculaProviders

struct ProviderStopTests {
    /// What a provider that never answers makes of a wait.
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

    @Test func `whoever waits leaves when the stop has no more time, and so does whoever comes later`() async {
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

    @Test func `whoever is cancelled waits no longer`() async {
        let stop = ProviderStop()
        let waiting = Task { await Self.wait(stop) }
        waiting.cancel()
        _ = await waiting.value
    }
}
