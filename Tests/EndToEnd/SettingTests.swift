import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The consequences of a setting's declaration: its row in Operations.md, its flag, its name in the environment and its range.
@Suite("Settings")
struct SettingTests {
    /// A row of the table of settings.
    private struct Row {
        let name: String
        let variable: String
        /// `nil` for a secret.
        let flag: String?
        let values: String
        let fallback: String

        init?(_ line: String) {
            let cells = line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "| `")) }
            guard line.hasPrefix("| `"), cells.count == 6 else { return nil }
            name = cells[0]
            variable = "VINCULA_\(cells[1])"
            flag = cells[2].hasPrefix("--") ? cells[2] : nil
            values = cells[3]
            fallback = cells[4]
        }

        /// The bounds of a number that no other setting bounds.
        var range: ClosedRange<Int>? {
            let bounds = values.components(separatedBy: " to ").compactMap { Int($0) }
            return bounds.count == 2 ? bounds[0]...bounds[1] : nil
        }
    }

    private static func table() async throws -> (text: String, rows: [Row]) {
        let outcome = try await VinculaProcess.run(["settings-table"])
        let rows = outcome.output.split(separator: "\n").compactMap { Row(String($0)) }
        #expect(outcome.status == 0 && rows.count > 80, "\(outcome.output)")
        return (outcome.output.trimmingCharacters(in: .newlines), rows)
    }

    @Test("The table of Operations.md is the command's")
    func operations() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/Operations.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains(try await Self.table().text + "\n\n"), "It is out of date: run scripts/settings-table.sh.")
    }

    @Test("serve and doctor have a flag for every setting that is not secret, with its default")
    func flags() async throws {
        let rows = try await Self.table().rows
        #expect(
            rows.filter { $0.flag == nil }.map(\.name).allSatisfy {
                $0.hasSuffix("ecret") || $0.hasSuffix("assword") || $0.hasSuffix("privateKey") || $0.hasPrefix("masterKey")
                    || [
                        "sms.token", "recaptchaEnterprise.apiKey", "playIntegrity.serviceAccount", "database", "databaseReplica",
                        "tracing.headers", "tls.acmeHmacKey",
                    ]
                    .contains($0)
            })
        for command in ["serve", "doctor"] {
            let help = try await VinculaProcess.run([command, "--help"], environment: ["COLUMNS": "1000"])
            let lines = help.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            for row in rows {
                guard let flag = row.flag else {
                    #expect(!help.output.contains("--" + row.variable.dropFirst(8).lowercased().replacing("_", with: "-") + " "))
                    continue
                }
                let start = try #require(lines.firstIndex { $0 == flag || $0.hasPrefix("\(flag) ") }, "\(command) lacks \(flag)")
                guard !["none", "false"].contains(row.fallback) else { continue }
                let text = lines[start...].prefix(2).joined(separator: " ")
                #expect(text.replacing("`", with: "").contains("(default: \(row.fallback.replacing("`", with: "")))"), "\(text)")
            }
        }
    }

    @Test("Numbers outside their range are refused with the range in the message, all at once")
    func ranges() async throws {
        let rows = try await Self.table().rows
        let numbers = rows.compactMap { row in row.range.map { (row, $0) } }
        #expect(numbers.count > 20)
        try await withFolder { folder in
            for isAbove in [true, false] {
                let values = numbers.map { row, range in
                    (row, range, value: isAbove ? range.upperBound + 1 : range.lowerBound - 1)
                }
                let environment = Dictionary(uniqueKeysWithValues: values.map { ($0.0.variable, "\($0.value)") })
                let outcome = try await VinculaProcess.run(
                    ["doctor", "--dev", "--data", folder.path], environment: environment)
                for (row, range, value) in values {
                    let words = "\(row.name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)."
                    #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
                }
                #expect(outcome.output.contains("\(numbers.count) problems to fix."), "\(outcome.output)")
            }
        }
    }

    @Test("One setting's value bounds another's, and its default")
    func bounds() async throws {
        try await withFolder { folder in
            let doctor = ["doctor", "--dev", "--data", folder.path]
            let lower = try await VinculaProcess.run(doctor + ["--limits-body-bytes", "2000"])
            #expect(lower.status == 0, "\(lower.output)")
            let both = try await VinculaProcess.run(
                doctor + [
                    "--limits-body-bytes", "2000", "--limits-app-body-bytes", "2001", "--limits-body-memory-bytes", "1999",
                ])
            #expect(both.output.contains("limits.appBodyBytes is 2001; it must be from 1024 to 2000."), "\(both.output)")
            #expect(
                both.output.contains("limits.bodyMemoryBytes is 1999; it must be from 2000 to \(64 << 30)."), "\(both.output)")
        }
    }

    @Test("The command line takes precedence over the environment, and the environment over the file")
    func precedence() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.json")
            try Data(#"{"limits":{"headerBytes":1},"backups":{"keep":0},"logLevel":"quiet"}"#.utf8).write(to: file)
            let doctor = ["doctor", "--dev", "--data", folder.path, "--config", file.path]
            let environment = ["VINCULA_LIMITS_HEADER_BYTES": "2", "VINCULA_LOG_LEVEL": "loud"]
            let outcome = try await VinculaProcess.run(doctor + ["--limits-header-bytes", "3"], environment: environment)
            for words in ["limits.headerBytes is 3; ", "logLevel is loud; ", "backups.keep is 0; ", "\n3 problems to fix."] {
                #expect(outcome.output.contains(words), "\(words): \(outcome.output)")
            }
        }
    }

    @Test("Firebase's ids of apps are those of Apple apps, alone or with a bundle id")
    func firebaseApps() async throws {
        try await withFolder { folder in
            for (value, isSound) in [
                ("1:23:ios:ab,1:24:ios:ab=com.example.app", true), ("1:23:android:ab", false), ("1:23:web:ab", false),
                ("1:23:ios:ab=", false), ("1:23:ios", false), ("=com.example.app", false),
            ] {
                let outcome = try await VinculaProcess.run(
                    ["doctor", "--dev", "--data", folder.path, "--apps-firebase-app-ids", value])
                #expect(outcome.output.contains("apps.firebaseAppIds") == !isSound, "\(value): \(outcome.output)")
            }
        }
    }

    @Test(
        "Addresses of services that check apps are https in production",
        arguments: [
            "recaptcha-verify-url", "recaptcha-enterprise-api-url", "play-integrity-api-url",
        ])
    func appCheckAddresses(flag: String) async throws {
        try await withFolder { folder in
            let outcome = try await ProductionProcess.vincula(
                ["serve", "--public-url", "https://a.example", "--\(flag)", "http://a.example/check"], folder)
            #expect(outcome.status != 0 && outcome.output.contains("must begin with https"), "\(outcome.output)")
        }
    }

    @Test("A secret's value is not repeated when it is invalid")
    func secrets() async throws {
        try await withFolder { folder in
            let outcome = try await VinculaProcess.run(
                ["doctor", "--dev", "--data", folder.path], environment: ["VINCULA_MASTER_KEY": "c2hvcnQ="])
            #expect(outcome.output.contains("masterKey must be 32 random bytes in base64"), "\(outcome.output)")
            #expect(!outcome.output.contains("c2hvcnQ="), "\(outcome.output)")
        }
    }
}
