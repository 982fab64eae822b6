import Foundation

/// A snippet as the seed has it, and what was mended in it.
struct SeedSnippet {
    /// A line that is not valid Swift, or a call to something that was never public.
    struct Correction {
        /// The line of the snippet, counted from 1.
        let line: Int
        let from: String
        /// nil where the line is dropped.
        let to: String?
    }

    /// Such as `002-03`.
    let id: String
    let lines: [String]

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The differences from the snippets in `Seeds`; there are no others.
    static let corrections: [String: [Correction]] = [
        "000-11": [
            Correction(
                line: 2, from: "authenticationRepository.linkFacebook { [weak self] isSuccess in",
                to: "authenticationRepository.linkFacebook { isSuccess in")
        ],
        "001-04": [Correction(line: 4, from: "}", to: nil)],
        "001-05": [Correction(line: 12, from: "}", to: nil)],
        "002-03": [Correction(line: 5, from: "if credential != nil {", to: "if let credential {")],
        "002-04": [
            Correction(
                line: 1, from: "Auth().currentUser.link(withCredential: credential) { authResult, error in",
                to: "Auth.auth().currentUser?.link(with: credential) { authResult, error in")
        ],
        "002-05": [
            Correction(
                line: 1,
                from: "Auth().currentUser.reauthenticateWithCredential(withCredential: credential) { authResult, error in",
                to: "Auth.auth().currentUser?.reauthenticate(with: credential) { authResult, error in")
        ],
        "003-04": [Correction(line: 4, from: "}", to: nil)],
        "003-05": [Correction(line: 67, from: "}", to: nil)],
        "004-01": [
            Correction(
                line: 5, from: "actionCodeSettings.setIOSBundleID(Bundle.main.bundleIdentifier!)",
                to: "actionCodeSettings.setIOSBundleID(\"com.example.ios\")")
        ],
        "004-04": [
            Correction(
                line: 1, from: "let credential = EmailAuthCredential.credential(withEmail:email",
                to: "let credential = EmailAuthProvider.credential(withEmail:email,"),
            Correction(line: 4, from: "if (error) {", to: "if (error != nil) {"),
        ],
        "004-05": [
            Correction(
                line: 1, from: "let credential = EmailAuthProvider.credential(withEmail:email",
                to: "let credential = EmailAuthProvider.credential(withEmail:email,"),
            Correction(line: 4, from: "if (error) {", to: "if (error != nil) {"),
        ],
        "004-06": [
            Correction(line: 9, from: "if (error) {", to: "if (error != nil) {"),
            Correction(
                line: 12, from: "if (!signInMethods.contains(EmailPasswordAuthSignInMethod)) {",
                to: "if (signInMethods?.contains(EmailPasswordAuthSignInMethod) == true) {"),
            Correction(
                line: 15, from: "if (!signInMethods.contains(EmailLinkAuthSignInMethod)) {",
                to: "if (signInMethods?.contains(EmailLinkAuthSignInMethod) == true) {"),
        ],
    ]

    static func all() throws -> [SeedSnippet] {
        let folder = folder.appending(path: "Seeds")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }.sorted().map {
            SeedSnippet(id: String($0.dropLast(4)), lines: normalized(try read(folder.appending(path: $0))))
        }
    }

    /// The lines as they must stand in our file: corrected, without blank lines and imports.
    func expected() throws -> [String] {
        var lines: [String?] = lines
        for correction in Self.corrections[id] ?? [] {
            guard lines.indices.contains(correction.line - 1), lines[correction.line - 1] == correction.from else {
                throw TextError(description: "\(id): line \(correction.line) of the seed is not: \(correction.from)")
            }
            lines[correction.line - 1] = correction.to
        }
        return lines.compactMap { $0 }.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }

    var imports: [String] { lines.filter { $0.hasPrefix("import ") } }
}

struct TextError: Error, CustomStringConvertible {
    let description: String
}

func read(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

/// Lines of which only the words count.
func normalized(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// A file of snippets, each after a line such as `// 002-03: what was mended`.
struct SnippetFile {
    struct Region {
        var note: String?
        var lines: [String] = []

        /// Indicates whether lines appear here in order. Others may come before and after them, and in places where a
        /// comment leaves room for the reader's own.
        func contains(_ expected: [String]) -> Bool {
            lines.indices.contains { start in
                var next = expected.startIndex
                for line in lines[start...] {
                    if line == expected[next] {
                        next += 1
                        if next == expected.endIndex { return true }
                    } else if next == expected.startIndex || !expected[next - 1].hasPrefix("//") {
                        return false
                    }
                }
                return false
            }
        }
    }

    private(set) var imports: Set<String> = []
    private(set) var regions: [String: Region] = [:]

    init(_ file: URL) throws {
        var id: String?
        for line in normalized(try read(file)) where !line.isEmpty {
            if let marker = line.wholeMatch(of: /\/\/ ([0-9]{3}-[0-9]{2})(: (.+))?/) {
                let found = String(marker.1)
                guard regions[found] == nil else { throw TextError(description: "\(found) stands twice in \(file.path)") }
                regions[found] = Region(note: marker.3.map(String.init))
                id = found
            } else if let id {
                regions[id]?.lines.append(line)
            } else if line.hasPrefix("import ") {
                imports.insert(line)
            }
        }
    }
}
