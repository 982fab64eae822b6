import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula audit list`
struct AuditList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists changes, newest first.",
        discussion: """
            Sign-ups, sign-ins and users' changes to their own profiles are not logged. Emails and phone numbers are masked; \
            secrets are never logged. Lists the changes in all projects or, with --project, in one; the project in the \
            configuration is ignored.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @Option(help: "The earliest time: 2026-01-31, 2026-01-31T12:00:00Z, or an age such as 30m, 12h or 7d.") var since: String?
    @Option(help: "The id of the tenant in which something was changed.") var tenant: String?
    @Option(help: "The id of the account that was changed.") var account: String?
    @Option(help: "The action, such as password.change.") var action: String?
    @Option(help: "The id of the request that led to the change, as in its answer's X-Request-Id.") var request: String?
    @Option(help: "The maximum number of changes.") var limit = 50
    @Flag(help: "Print one JSON object per line, with all details.") var json = false

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000000.") }
        if let action, !AuditAction.all.contains(AuditAction(action)) {
            let near = NearestName.of(action, among: AuditAction.all.map(\.rawValue)).map { " Did you mean \($0)?" } ?? ""
            throw ValidationError(
                "Unknown action \(action.prefix(100)).\(near) See \"Audit log\" in Documentation/Operations.md.")
        }
        if let since, AuditMoment.parse(since, now: Timestamp(milliseconds: 0)) == nil {
            throw ValidationError("--since must be a date, an RFC 3339 time, or an age such as 30m, 12h or 7d.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        let now = installation.engine.clock.now
        let query = AuditQuery(
            project: data.project, tenant: tenant, since: since.flatMap { AuditMoment.parse($0, now: now) },
            account: account.map { AccountID($0) },
            action: action.map { AuditAction($0) }, request: request, limit: limit)
        let entries = try await installation.engine.auditLog.entries(query)
        if entries.isEmpty {
            if data.project != nil { try await installation.engine.requireProject(configuration) }
            if let tenant { try await requireTenant(tenant, installation.engine) }
        }
        let names = try await installation.engine.operators.names()
        if json {
            for entry in entries { print(JSONValue.object(entry.object(names)).text) }
        } else if entries.isEmpty {
            print("No changes.")
        } else {
            var table = Table(headings: ["NO.", "TIME", "PROJECT", "WHO", "ACTION", "ACCOUNT", "FROM", "REQUEST", "DETAILS"])
            table.rows = entries.map { Self.row($0, names) }
            print(table.text(widest: 60))
        }
        try await installation.close()
    }

    /// Requires that a tenant exists, or existed: the log keeps the changes in one that was deleted.
    private func requireTenant(_ tenant: String, _ engine: AuthEngine) async throws {
        let everything = AuditQuery(
            project: data.project, tenant: tenant, since: nil, account: nil, action: nil, limit: 1)
        guard try await engine.auditLog.entries(everything).isEmpty else { return }
        let projects = if let project = data.project { [project] } else { try await engine.projects.listProjects() }
        for project in projects where TenantID.isWellFormed(tenant) {
            let scope = ProjectScope(project: project, tenant: tenant)
            if (try? await engine.projects.tenant(scope)) != nil { return }
        }
        throw ConfigurationError(
            description: "There is no tenant \(Table.printable(String(tenant.prefix(60)))). See vincula tenants list.")
    }

    /// The row of a record.
    ///
    /// - Parameter names: The operators' emails by their ids.
    private static func row(_ entry: AuditEntry, _ names: [String: String]) -> [String] {
        let scope = entry.scope.map { $0.project + ($0.tenant.isEmpty ? "" : "/" + $0.tenant) }
        let name = entry.actor.kind == .consoleOperator ? names[entry.actor.id] ?? entry.actor.id : entry.actor.id
        let kind = entry.actor.storedKind
        let who = name.isEmpty ? kind : "\(kind) \(name)"
        let (details, request) = entry.facts
        return [
            String(entry.sequence), entry.time.short, scope ?? "", who, entry.action.rawValue,
            entry.account?.value ?? "",
            entry.clientAddress ?? "", request ?? "", details == .object([:]) ? "" : details.text,
        ]
    }
}

/// Parses a time as a person writes it.
enum AuditMoment {
    static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), (0...1_000_000_000).contains(count) {
            return now.adding(seconds: -count * unit)
        }
        let full = text.contains("T") ? text : text + "T00:00:00Z"
        guard let date = try? Date(full, strategy: .iso8601) else { return nil }
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }
}
