import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// 100,000 random steps of a thief with old sessions, and of the owner of the account. ``StaleSequence`` says what must hold.
///
/// The seed determines the whole sequence: run a failing one alone by putting its number here. `VINCULA_STALE_STEPS` is the
/// number of steps of each seed.
struct StaleSequenceTests {
    private static let steps = ProcessInfo.processInfo.environment["VINCULA_STALE_STEPS"].flatMap(Int.init) ?? 1000

    @Test(
        "T035 T036 whatever stale sessions do, the owner's ways in open the account, and one act ends all that was added",
        arguments: 1...100 as ClosedRange<UInt64>)
    func property(seed: UInt64) async throws {
        let kind = OwnedAccount.Kind.allCases[Int(seed) % OwnedAccount.Kind.allCases.count]
        try await TestEngine.run(
            algorithm: .es256,
            configure: { settings in
                settings.emailEnabled = kind != .googleAlone
                settings.emailPrivacy = seed.isMultiple(of: 2)
                settings.allowUnlinkingLastMethod = seed.isMultiple(of: 3)
            }
        ) { test in
            let sequence = try await StaleSequence(test: test.withMail, seed: seed, kind: kind)
            try await sequence.run(steps: Self.steps)
            guard !sequence.isBroken, Self.steps >= 1000 else { return }
            // A sequence in which nothing happens shows nothing.
            for (happening, least) in [(.link, 3), (.thiefInside, 3), (.refusal, 20), (.ownerInside, 20), (.defence, 3)]
                as [(StaleSequence.Happening, Int)]
            {
                #expect(sequence.happened[happening, default: 0] >= least, "\(happening), seed \(seed)")
            }
        }
    }
}

extension TestEngine {
    /// The same, for people, with mail that can be read.
    var withMail: TestEngine {
        var engine = engine.acting(as: .endUser)
        engine.mailDelivery = .inbox
        engine.actionLinks = ActionLinks(server: { "https://auth.test" }, isEmulator: true)
        return TestEngine(engine: engine, store: store, clock: clock, sealer: sealer, keys: keys)
    }
}
