import Foundation
import TestSupport
import Testing
import VinculaCore

/// The dependencies of this server (Documentation/Threats.md, T173).
@Suite("Dependencies", .tags(.attack))
struct DependencyTests {
    /// The first version of each package that has no known hole that reaches us.
    private static let floors = [
        // Header floods end the process below 2.100.0 (CVE-2026-28980), and a request line can be split.
        "swift-nio": [2, 100, 0],
        // CVE-2026-28898.
        "swift-nio-http2": [1, 44, 1],
        // Not used today; these are where they would begin (CVE-2026-28499).
        "leaf-kit": [1, 14, 2],
    ]
    /// It takes `alg: none` (GHSA-88q6-jcjg-hvmw).
    private static let banned: Set<String> = ["jose-swift"]

    @Test("T173 no dependency is older than the version that fixed its last known vulnerability")
    func pins() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let resolved = try versions(
            at: root.appending(path: "Package.resolved"), list: ["pins"], name: ["identity"], version: ["state", "version"])
        #expect(resolved["swift-nio"] != nil && resolved["swift-nio-http2"] != nil, "Those two are what this is about.")
        try check(resolved)
        // The versions in the build folder, if there is one.
        let state = root.appending(path: ".build/workspace-state.json")
        guard FileManager.default.fileExists(atPath: state.path()) else { return }
        let built = try versions(
            at: state, list: ["object", "dependencies"], name: ["packageRef", "identity"],
            version: ["state", "checkoutState", "version"])
        #expect(!built.isEmpty)
        try check(built)
    }

    private func check(_ versions: [String: String]) throws {
        for (name, version) in versions {
            #expect(!Self.banned.contains(name))
            guard let floor = Self.floors[name] else { continue }
            let parts = version.split(separator: ".").map { Int($0) ?? -1 }
            #expect(!parts.lexicographicallyPrecedes(floor), "\(name) is \(version).")
        }
    }

    private func versions(at file: URL, list: [String], name: [String], version: [String]) throws -> [String: String] {
        let json = try JSONDecoder().decode(JSONValue.self, from: try Data(contentsOf: file))
        func find(_ path: [String], in value: JSONValue) -> JSONValue? { path.reduce(value) { $0?[$1] } }
        guard case .array(let packages)? = find(list, in: json) else { return [:] }
        return Dictionary(
            packages.compactMap { package in
                guard let id = find(name, in: package)?.string, let number = find(version, in: package)?.string else {
                    return nil
                }
                return (id, number)
            }, uniquingKeysWith: { first, _ in first })
    }
}
