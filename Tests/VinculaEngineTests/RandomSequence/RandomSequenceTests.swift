import Testing
import VinculaCore

/// Thousands of random operations over a few people, providers and emails. ``Sequence`` says what must hold after each.
///
/// The seed determines the whole sequence: run a failing one alone by putting its number here.
struct RandomSequenceTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `nobody reaches an account without proof`(seed: UInt64) async throws {
        // One project in five allows several accounts per email, one in three hides which emails have accounts, one in
        // two keeps the last way in.
        let onePerEmail = !seed.isMultiple(of: 5)
        try await TestEngine.run(configure: { settings in
            settings.allowDuplicateEmails = !onePerEmail
            settings.emailPrivacy = seed.isMultiple(of: 3)
            settings.allowUnlinkingLastMethod = seed.isMultiple(of: 2)
        }) { test in
            let sequence = Sequence([test], seed: seed, onePerEmail: onePerEmail)
            try await sequence.run(steps: 700)
            guard !sequence.isBroken else { return }
            // A sequence in which nothing happens shows nothing.
            #expect(sequence.happened[.creation, default: 0] >= 5)
            #expect(sequence.happened[.link, default: 0] >= 5)
            #expect(sequence.happened[.death, default: 0] >= 5)
            #expect(sequence.happened[.collision, default: 0] >= 5)
            #expect(sequence.happened[.takeOver, default: 0] >= (onePerEmail ? 1 : 0))
        }
    }

    @Test(arguments: [21, 22, 25] as [UInt64])
    func `nor does anybody whose requests go to four servers in turn`(seed: UInt64) async throws {
        let onePerEmail = !seed.isMultiple(of: 5)
        try await TestEngine.runSeveral(configure: { settings in
            settings.allowDuplicateEmails = !onePerEmail
            settings.emailPrivacy = seed.isMultiple(of: 3)
            settings.allowUnlinkingLastMethod = seed.isMultiple(of: 2)
        }) { servers, _ in
            let sequence = Sequence(servers, seed: seed, onePerEmail: onePerEmail)
            try await sequence.run(steps: 350)
            guard !sequence.isBroken else { return }
            #expect(sequence.happened[.creation, default: 0] >= 5)
            #expect(sequence.happened[.link, default: 0] >= 5)
            #expect(sequence.happened[.collision, default: 0] >= 5)
        }
    }
}
