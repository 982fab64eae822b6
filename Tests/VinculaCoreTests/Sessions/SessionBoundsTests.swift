import Foundation
import Testing
import VinculaCore

@Suite("A project's limits of sessions")
struct SessionBoundsTests {
    private static let day: Int64 = 24 * 3600
    private static let now = Timestamp(seconds: 1_800_000_000)

    private func session(_ id: UInt8, used: Int64, root: UInt8? = nil) -> Session {
        Session(
            id: Data([id]), scope: ProjectScope(project: "p"), account: AccountID("1"),
            authTime: Self.now.adding(seconds: -100 * Self.day), signInProvider: .password, generation: 3,
            lastUsedAt: Self.now.adding(seconds: -used), refresh: RefreshChain(active: Data([1])), root: root.map { Data([$0]) })
    }

    @Test(
        "Each age is the shorter one of the server's and the project's",
        arguments: [
            (nil, nil, 90, 400), (30, nil, 30, 400), (nil, 7, 90, 7), (100, 500, 90, 400), (90, 400, 90, 400),
        ] as [(Int?, Int?, Int64, Int64)])
    func life(idle: Int?, absolute: Int?, idleDays: Int64, absoluteDays: Int64) {
        let life = SessionBounds(idleDays: idle, absoluteDays: absolute).life(within: SessionLife())
        #expect(life.idle == idleDays * Self.day && life.absolute == absoluteDays * Self.day)
        let free = SessionBounds(idleDays: idle, absoluteDays: absolute).life(
            within: SessionLife(idleDays: 0, absoluteDays: 0))
        #expect(free.idle == idle.map { Int64($0) * Self.day } && free.absolute == absolute.map { Int64($0) * Self.day })
    }

    @Test("A tenant's limits come before its project's, one by one")
    func tenant() {
        var project = ProjectSettings()
        project.sessions.limits = SessionBounds(idleDays: 10, absoluteDays: 20, mostPerAccount: 3)
        var tenant = TenantSettings()
        #expect(tenant.effective(in: project).sessions.limits == project.sessions.limits)
        tenant.sessionLimits.absoluteDays = 50
        #expect(
            tenant.effective(in: project).sessions.limits
                == SessionBounds(idleDays: 10, absoluteDays: 50, mostPerAccount: 3))
    }

    @Test("The sessions that end are those unused for the longest time, and never the new one")
    func surplus() {
        let open = [session(1, used: 500), session(2, used: 9000), session(3, used: 20)]
        let new = session(9, used: 0)
        func ended(_ most: Int?, _ new: Session, _ open: [Session]) -> [UInt8] {
            SessionBounds(mostPerAccount: most).surplus(after: new, of: open).map { $0.id[0] }
        }
        #expect(ended(nil, new, open) == [])
        #expect(ended(4, new, open + [new]) == [])
        #expect(ended(3, new, open + [new]) == [2])
        #expect(ended(3, new, open) == [2], "the new one need not be in the list")
        #expect(ended(1, new, open + [new]) == [2, 1, 3], "also after the limit was lowered")
        // A new session that claims to be older than all others, as a handed-over one may be.
        #expect(ended(1, session(9, used: 100_000), open) == [2, 1, 3])
    }

    @Test("Sessions of one sign-in count once, and end together")
    func roots() {
        let link = [session(1, used: 9000), session(2, used: 10, root: 1)]
        let others = [session(3, used: 500)]
        let limits = SessionBounds(mostPerAccount: 2)
        #expect(limits.surplus(after: session(4, used: 0), of: link + others).map { $0.id[0] } == [3])
        #expect(limits.surplus(after: session(4, used: 0, root: 1), of: link + others) == [], "a link is no further sign-in")
        let busy = [session(3, used: 5)]
        #expect(Set(limits.surplus(after: session(4, used: 0), of: link + busy).map { $0.id[0] }) == [1, 2])
    }
}

@Suite("Telling of new devices")
struct DeviceNoticeTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let old = now.adding(seconds: -1_000_000)
    private static let device = Data([7])

    private func known(_ device: UInt8, seen: Int64, told: Int64? = nil) -> KnownDevice {
        KnownDevice(
            device: Data([device]), seenAt: Self.now.adding(seconds: -seen), toldAt: told.map { Self.now.adding(seconds: -$0) })
    }

    private func decide(
        _ known: [KnownDevice], elsewhere: Bool = false, since: Timestamp = old
    ) -> DeviceNotice {
        DeviceNotice.decide(Self.device, known: known, isOpenElsewhere: elsewhere, accountSince: since, now: Self.now)
    }

    @Test("A device is known for 180 days, and is written down once a day")
    func known() {
        let days = DeviceNotice.knownForSeconds
        #expect(decide([known(7, seen: 10)]) == .nothing)
        #expect(decide([known(7, seen: 24 * 3600)]) == .note)
        #expect(decide([known(7, seen: days - 1)]) == .note)
        #expect(decide([known(7, seen: days)]) == .tell)
        #expect(decide([known(8, seen: 10)]) == .tell && decide([]) == .tell)
    }

    @Test("Nobody is told of a new account's devices, nor of one where a session is open")
    func quiet() {
        #expect(decide([], since: Self.now) == .note)
        #expect(decide([], since: Self.now.adding(seconds: -3599)) == .note)
        #expect(decide([], since: Self.now.adding(seconds: -3600)) == .tell)
        #expect(decide([], elsewhere: true) == .note)
        let forgotten = KnownDevice(device: Self.device, seenAt: KnownDevice.never, toldAt: nil)
        #expect(decide([forgotten], elsewhere: true) == .tell, "a thief's session does not make the thief's device known")
    }

    @Test("Five mails a day; a device beyond stays unknown")
    func most() {
        let told = (1...5).map { known(UInt8(100 + $0), seen: 50, told: Int64($0) * 60) }
        #expect(decide(told) == .leaveUnknown && decide(Array(told.dropLast())) == .tell)
        #expect(decide(told.dropLast() + [known(99, seen: 50, told: 24 * 3600)]) == .tell)
        #expect(decide(told.dropLast() + [known(99, seen: 50)]) == .tell, "devices that nobody was told of do not count")
    }
}
