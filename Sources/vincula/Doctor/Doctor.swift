import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL

/// `vincula doctor`
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks the configuration and data, and says what is wrong and how to fix it.")

    @Flag(help: "Check everything: indexes, references, every row, every secret and the whole audit log. This takes a while.")
    var deep = false

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        var findings: [Finding] = []
        do {
            let sources = try await data.sources(server.values)
            let (configuration, problems) = ServerConfiguration.readAll(sources)
            if let configuration { try FolderOwner.takeOn(configuration) }
            findings += (sources.unknown + problems).map(Finding.bad)
            if configuration != nil, sources.unknown.isEmpty { findings.append(.good("The settings can be read.")) }
            if let configuration {
                findings += PostgreSQLFindings.file(sources.file, configuration)
                let files = await DataFolderCheck.findings(configuration, isDeep: deep)
                findings += files.findings
                // Damaged data is not opened.
                if files.fitness != .damaged {
                    // Both lists include folders that others may write to.
                    findings += await StartUpCheck.problems(configuration).map(Finding.bad).filter { !findings.contains($0) }
                }
                findings += await ProviderFindings.all(configuration, opensData: files.fitness == .sound)
                findings += await MailFindings.all(configuration, opensData: files.fitness == .sound)
                findings.append(Self.texts(configuration))
                findings += await ACMEFindings.all(configuration, opensData: files.fitness == .sound)
                // Problems that the start-up check found are not reported twice.
                if files.fitness == .sound {
                    findings += await Self.data(configuration, isDeep: deep).filter { !findings.contains($0) }
                }
            }
        } catch let error as ConfigurationError {
            findings.append(.bad(error.description))
        }
        let inColor = TerminalColor.isWanted
        for finding in findings { print(finding.text(inColor: inColor)) }
        let bad = findings.filter(\.isBad).count
        print(bad == 0 ? "\nNo problems found." : "\n\(bad) problem\(bad == 1 ? "" : "s") to fix.")
        if bad > 0 { throw ExitCode.failure }
    }

    static func texts(_ configuration: ServerConfiguration) -> Finding {
        guard let texts = configuration.texts else {
            return configuration.isDevelopment
                ? .note("Text messages are not sent; read them at /emulator/inbox.")
                : .note("No text message is sent: no SMS gateway is set (sms.gateway). Only test numbers can sign in by phone.")
        }
        return .good("Text messages go to \(texts.host). Try it: vincula sms test +16505550100")
    }

    private static func data(_ configuration: ServerConfiguration, isDeep: Bool) async -> [Finding] {
        if configuration.isEphemeral { return [.note("Data is kept in memory only and is lost when the server stops.")] }
        do {
            guard try await configuration.home.look(.server) == .current else {
                return [.note("There is no data in \(configuration.home.place) yet; the first start creates it.")]
            }
            let installation = try await Installation.open(configuration, creates: false)
            var findings: [Finding] = [.good("The data in \(configuration.home.place) can be opened.")]
            try await installation.engine.signingKeys.reload()
            let keys = try await installation.engine.signingKeys.status()
            findings.append(
                keys.contains { $0.state == .active && $0.purpose == .idToken }
                    ? .good("There is an active key for ID tokens.")
                    : .note("There is no key for ID tokens yet; the server creates one when it starts."))
            findings += try await EngineFindings.all(installation, configuration).map(\.finding)
            if isDeep { findings += await DeepCheck.findings(installation, configuration.home) }
            try await installation.close()
            return findings
        } catch {
            return [.bad("The data in \(configuration.home.place) cannot be used: \(error)")]
        }
    }
}

/// One result of the doctor's checks.
enum Finding: Equatable {
    case good(String)
    case note(String)
    case bad(String)

    var isBad: Bool { if case .bad = self { true } else { false } }

    func text(inColor: Bool) -> String {
        switch self {
        case .good(let text): "  \(TerminalColor.green.paint("ok", inColor))    \(text)"
        case .note(let text): "  \(TerminalColor.yellow.paint("note", inColor))  \(text)"
        case .bad(let text): "  \(TerminalColor.red.paint("BAD", inColor))   \(text)"
        }
    }
}
