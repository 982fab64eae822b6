import ArgumentParser
import VinculaCore
import VinculaEngine

/// `vincula sms regions`
struct SMSRegions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regions", abstract: "Shows and sets the countries that a project sends text messages to.",
        discussion: """
            Without an option, shows them. A new project sends to none. A running server applies changes at once.

              vincula sms regions --only ES,IT
            """)

    @Option(help: "Send to these countries only: two letters each, separated by commas.") var only: String?
    @Option(help: "Send to all countries except these.") var allExcept: String?
    @Flag(help: "Send to no country.") var off = false
    @OptionGroup(title: "Data") var data: DataFlags

    func validate() throws {
        guard [only != nil, allExcept != nil, off].filter(\.self).count <= 1 else {
            throw ValidationError("Pass one of --only, --all-except and --off.")
        }
    }

    func run() async throws {
        let policy = try policy()
        let configuration = try await data.configuration()
        let settings = try await Installation.useProject(configuration) { engine in
            guard let policy else { return try await engine.projects.settings(of: configuration.project) }
            return try await engine.projects.updateSettings(of: configuration.project) { $0.phone.regions = policy }
        }
        print("Project \(configuration.project) \(settings.phone.regions.words).")
    }

    /// The policy that the options name; `nil` to show the present one.
    private func policy() throws -> SMSRegionPolicy? {
        if off { return .off }
        if let only { return SMSRegionPolicy(.only, try Self.regions(only)) }
        if let allExcept { return SMSRegionPolicy(.allExcept, try Self.regions(allExcept)) }
        return nil
    }

    private static func regions(_ list: String) throws -> [PhoneRegion] {
        let codes = CommaList.items(list).map { $0.uppercased() }
        guard !codes.isEmpty else { throw ValidationError("Name at least one country, such as ES.") }
        return try codes.map {
            guard let region = PhoneRegion($0) else {
                throw ValidationError(
                    "\(Table.printable(String($0.prefix(20)))) is not a country's code of two letters, such as ES.")
            }
            return region
        }
    }
}

extension SMSRegionPolicy {
    /// The policy in words, after the project's name.
    fileprivate var words: String {
        let codes = regions.map(\.code).joined(separator: ", ")
        return switch (form, regions.isEmpty) {
        case (.only, true): "sends text messages to no country; allow some with --only"
        case (.only, false): "sends text messages to \(codes)"
        case (.allExcept, true): "sends text messages to all countries"
        case (.allExcept, false): "sends text messages to all countries except \(codes)"
        }
    }
}
