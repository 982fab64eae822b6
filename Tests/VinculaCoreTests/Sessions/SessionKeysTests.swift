import Foundation
import Testing
import VinculaCore

/// Which key a session is bound to, and who may use a session that is bound to one.
struct SessionKeysTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static let own = KeyThumbprint(Data(repeating: 1, count: 32))
    private static let other = KeyThumbprint(Data(repeating: 2, count: 32))

    private static func session(_ key: KeyThumbprint?) -> Session {
        Session(
            id: Data([1]), scope: ProjectScope(project: "p"), account: AccountID("A"), authTime: now, signInProvider: .password,
            generation: 7, refresh: RefreshChain(active: Data([2])), key: key)
    }

    private static func settings(_ keys: SessionKeys, unboundFor seconds: Int64? = nil) -> SessionSettings {
        var settings = SessionSettings()
        settings.keys = keys
        settings.unboundUntil = seconds.map { now.adding(seconds: $0) }
        return settings
    }

    private static func refusal(_ reason: SessionKeyRefusal.Reason, isRefresh: Bool = false) -> AuthError {
        .sessionKeyRefused(
            SessionKeyRefusal(
                reason: reason, scope: ProjectScope(project: "p"), account: AccountID("A"), session: Data([1]),
                isRefresh: isRefresh))
    }

    @Test(arguments: SessionKeys.allCases)
    func `T389 a session that goes on in another has its key, and only whoever proves it opens one`(keys: SessionKeys) throws {
        let (settings, earlier) = (Self.settings(keys), Self.session(Self.own))
        #expect(try settings.keyOfNewSession(proven: Self.own, after: earlier, now: Self.now) == Self.own)
        #expect(throws: Self.refusal(.missing)) {
            try settings.keyOfNewSession(proven: nil, after: earlier, now: Self.now)
        }
        #expect(throws: Self.refusal(.other)) {
            try settings.keyOfNewSession(proven: Self.other, after: earlier, now: Self.now)
        }
    }

    /// A session that is opened: its project, what came before it, the proof, and the key or the refusal.
    struct Opening: Sendable {
        enum Before: Sendable {
            case nothing
            case unbound
            case atAnotherServer
        }

        let keys: SessionKeys
        var unboundFor: Int64?
        let before: Before
        let isProven: Bool
        /// `nil` for a refusal.
        let isBound: Bool?
    }

    static let openings = [
        Opening(keys: .off, before: .nothing, isProven: true, isBound: false),
        Opening(keys: .off, before: .unbound, isProven: true, isBound: false),
        Opening(keys: .optional, before: .nothing, isProven: true, isBound: true),
        Opening(keys: .optional, before: .nothing, isProven: false, isBound: false),
        Opening(keys: .optional, before: .unbound, isProven: true, isBound: false),
        Opening(keys: .optional, before: .atAnotherServer, isProven: true, isBound: false),
        Opening(keys: .optional, unboundFor: -1, before: .atAnotherServer, isProven: false, isBound: false),
        Opening(keys: .required, before: .nothing, isProven: true, isBound: true),
        Opening(keys: .required, before: .nothing, isProven: false, isBound: nil),
        Opening(keys: .required, before: .unbound, isProven: true, isBound: true),
        Opening(keys: .required, before: .unbound, isProven: false, isBound: nil),
        Opening(keys: .required, before: .atAnotherServer, isProven: true, isBound: true),
        Opening(keys: .required, before: .atAnotherServer, isProven: false, isBound: nil),
        // Until the time, sessions go on without a key, and nobody begins without one.
        Opening(keys: .required, unboundFor: 1, before: .nothing, isProven: false, isBound: nil),
        Opening(keys: .required, unboundFor: 1, before: .unbound, isProven: false, isBound: false),
        Opening(keys: .required, unboundFor: 1, before: .unbound, isProven: true, isBound: true),
        Opening(keys: .required, unboundFor: 1, before: .atAnotherServer, isProven: false, isBound: false),
        Opening(keys: .required, unboundFor: 1, before: .atAnotherServer, isProven: true, isBound: true),
        Opening(keys: .required, unboundFor: 0, before: .unbound, isProven: false, isBound: nil),
        Opening(keys: .required, unboundFor: 0, before: .atAnotherServer, isProven: false, isBound: nil),
    ]

    @Test(arguments: openings)
    func `T358 what a new session is bound to`(opening: Opening) throws {
        let settings = Self.settings(opening.keys, unboundFor: opening.unboundFor)
        let proven = opening.isProven ? Self.own : nil
        var earlier: Session?
        if case .unbound = opening.before { earlier = Self.session(nil) }
        var isMove = false
        if case .atAnotherServer = opening.before { isMove = true }
        guard let isBound = opening.isBound else {
            #expect(throws: AuthError.sessionKeyRequired) {
                try settings.keyOfNewSession(proven: proven, after: earlier, isMove: isMove, now: Self.now)
            }
            return
        }
        let key = try settings.keyOfNewSession(proven: proven, after: earlier, isMove: isMove, now: Self.now)
        #expect(key == (isBound ? Self.own : nil))
    }

    @Test(arguments: SessionKeys.allCases)
    func `T350 a bound session is refreshed by its key alone, and keeps it`(keys: SessionKeys) throws {
        let (settings, session) = (Self.settings(keys, unboundFor: 1), Self.session(Self.own))
        #expect(try settings.keyOfRefreshed(session, proven: Self.own, now: Self.now) == nil)
        #expect(throws: Self.refusal(.missing, isRefresh: true)) {
            try settings.keyOfRefreshed(session, proven: nil, now: Self.now)
        }
        #expect(throws: Self.refusal(.other, isRefresh: true)) {
            try settings.keyOfRefreshed(session, proven: Self.other, now: Self.now)
        }
    }

    @Test func `T358 an unbound session is bound by a refresh only where keys are required`() throws {
        let session = Self.session(nil)
        for keys in [SessionKeys.off, .optional] {
            for proven in [nil, Self.own] {
                #expect(try Self.settings(keys).keyOfRefreshed(session, proven: proven, now: Self.now) == nil)
            }
        }
        for seconds in [nil, -1, 0, 1] as [Int64?] {
            let settings = Self.settings(.required, unboundFor: seconds)
            if let seconds, seconds <= 0 {
                // A thief may have an old copy.
                #expect(throws: AuthError.tokenExpired) {
                    try settings.keyOfRefreshed(session, proven: Self.own, now: Self.now)
                }
            } else {
                #expect(try settings.keyOfRefreshed(session, proven: Self.own, now: Self.now) == Self.own)
            }
            if seconds == 1 {
                #expect(try settings.keyOfRefreshed(session, proven: nil, now: Self.now) == nil)
            } else {
                #expect(throws: AuthError.sessionKeyRequired) {
                    try settings.keyOfRefreshed(session, proven: nil, now: Self.now)
                }
            }
        }
    }
}
