import ArgumentParser
import VinculaServer

/// `vincula settings-table`, which `scripts/settings-table.sh` puts into Operations.md.
struct SettingsTable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings-table", abstract: "Prints the table of all settings in Operations.md.", shouldDisplay: false)

    @Flag(help: "Print the table of projects' settings instead.") var projects = false

    func run() throws {
        guard !projects else {
            print("| setting | with `--tenant` | values | meaning |")
            print("| --- | --- | --- | --- |")
            for setting in ProjectSetting.all { print(setting.row) }
            return
        }
        print("| file | environment (`VINCULA_…`) | flag | values | default | meaning |")
        print("| --- | --- | --- | --- | --- | --- |")
        for setting in Settings.list { print(setting.about.row) }
    }
}

extension SettingDescription {
    /// The setting's row in the table of Operations.md.
    fileprivate var row: String {
        let flag = place == .nowhere ? "none: flags are visible to other users" : "`--\(flagName)`"
        let fallback =
            switch self.default {
            case .none: if case .flag = kind { "`false`" } else { "none" }
            case .value(let text): "`\(text)`"
            case .words(let text): text
            }
        let meaning = details.isEmpty ? help : "\(help) \(details)"
        let cells = ["`\(name)`", "`\(environmentName.dropFirst("VINCULA_".count))`", flag, values, fallback, meaning]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// The allowed values.
    private var values: String {
        switch kind {
        case .flag, .truth: return "`true` or `false`"
        case .number(let range, let least, let most):
            let lower = least.map { "`\($0(.all).about.name)`" } ?? "\(range.lowerBound)"
            let upper = most.map { "`\($0(.all).about.name)`" } ?? "\(range.upperBound)"
            return "\(lower) to \(upper)"
        case .text: return "text"
        case .list: return "list"
        }
    }
}

extension ProjectSetting {
    /// The setting's row in the table of Operations.md.
    fileprivate var row: String {
        let tenant = tenantName.map { $0 == name ? "the same" : "`\($0)`" } ?? "–"
        let own = isForProjects ? "`\(name)`" : "–"
        return "| \(own) | \(isForProjects ? tenant : "`\(name)`") | \(kind.words) | \(help) |"
    }
}
