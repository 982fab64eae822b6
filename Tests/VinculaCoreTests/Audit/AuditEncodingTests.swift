import Foundation
import Testing
import VinculaCore

struct AuditEncodingTests {
    private func entry(
        sequence: Int64 = 1, project: String? = "p", tenant: String = "", actor: AuditActor = .server, action: String = "a.b",
        account: String? = nil, address: String? = nil, details: String = "{}"
    ) -> AuditEntry {
        AuditEntry(
            sequence: sequence, time: Timestamp(seconds: 1), scope: project.map { ProjectScope(project: $0, tenant: tenant) },
            actor: actor, action: AuditAction(action), account: account.map { AccountID($0) }, clientAddress: address,
            details: details)
    }

    @Test func `no two records have the same bytes, wherever their texts end`() {
        let entries = [
            entry(), entry(sequence: 2), entry(project: nil), entry(project: ""), entry(project: "pa", action: ".b"),
            entry(project: "p", tenant: "t"), entry(project: "pt"), entry(actor: .administrator("")),
            entry(actor: .administrator("x")), entry(action: "a.bx"), entry(account: "x"), entry(account: ""),
            entry(address: "x"), entry(address: ""), entry(account: "x", address: "y"), entry(account: "xy"),
            entry(details: "{ }"), entry(actor: .commandLine("x")),
        ]
        #expect(Set(entries.map(\.canonical)).count == entries.count)
    }

    @Test func `the bytes never change`() {
        // Records of every version must verify with every later one.
        let bytes = entry(account: "u").canonical
        let expected =
            "76696e63756c612061756469742031000000000000000100000000000003e800000000000000017000000000000000000000"
            + "00000000000673657276657200000000000000000000000000000003612e62000000000000000175ffffffffffffffff0000"
            + "0000000000027b7d"
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test func `an actor or action of a newer version keeps its bytes, and is told from those that are known`() {
        let newer = entry(actor: AuditActor(storedKind: "robot", id: "x"), action: "account.create")
        #expect(newer.actor.storedKind == "robot" && newer.canonical != entry(action: "account.create").canonical)
        #expect(newer.canonical.range(of: Data("robot".utf8)) != nil)
        for kind in AuditActor.Kind.allCases {
            let actor = AuditActor(storedKind: kind.rawValue, id: "x")
            #expect(actor == AuditActor(kind: kind, id: "x") && actor.storedKind == kind.rawValue)
            #expect(entry(actor: actor, action: "account.create").isKnown)
            #expect(!entry(actor: actor, action: "account.levitate").isKnown)
        }
        #expect(!newer.isKnown)
    }
}
