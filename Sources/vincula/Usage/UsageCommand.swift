import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula usage`
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "Shows the use of a project over time.",
        discussion: """
            Sign-ins and sign-ups by way in, refused ones, requests beyond limits, messages sent, sessions in use, and accounts, by \
            hour, day or month in UTC. A running server writes its counts every ten seconds.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @Option(help: "The period: 48h by hour, 30d by day, or 12m by month.") var period = UsagePeriod.days
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let report = try await installation.engine.usageReports.report(period, of: configuration.project)
        try await installation.close()
        print(json ? report.object(of: configuration.project).text : report.table)
    }
}

extension UsagePeriod: ExpressibleByArgument {}

extension UsageReport {
    /// The report as a table: the sums, and the numbers of each step that has some.
    fileprivate var table: String {
        guard !series.isEmpty else { return "Nothing was counted." }
        var table = Table(headings: ["FROM (UTC)", "WHAT", "METHOD", "COUNT"])
        for (place, start) in starts.enumerated().reversed() {
            table.rows += series.filter { $0.values[place] > 0 }.map {
                [start.short, $0.kind.rawValue, $0.method, "\($0.values[place])"]
            }
        }
        return table.text(widest: 60)
    }

    fileprivate func object(of project: String) -> JSONValue {
        .object([
            "project": .string(project), "period": .string(period.rawValue),
            "starts": .array(
                starts.map { .string(Date(timeIntervalSince1970: Double($0.seconds)).formatted(.iso8601)) }),
            "series": .array(
                series.map { row in
                    .object([
                        "kind": .string(row.kind.rawValue), "method": .string(row.method),
                        "values": .array(row.values.map { .integer(Int64($0)) }),
                    ])
                }),
        ])
    }
}
