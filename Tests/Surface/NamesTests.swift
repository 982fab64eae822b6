import Foundation
import Testing

/// Names.txt has every name that the description of FirebaseAuth's interface has in its tables, section by section:
/// `<section> <name>`, and ` - <reason>` where the sources here do without it on purpose.
@Suite struct NamesTests {
    private let directory = URL(filePath: #filePath).deletingLastPathComponent()

    @Test("Every name of the interface is used here, or is left out for a reason")
    func names() throws {
        let lines = try String(contentsOf: directory.appending(path: "Names.txt"), encoding: .utf8).split(separator: "\n")
        let used = try usedWords()
        var sections: Set<Substring> = []
        var unused: [Substring] = []
        for line in lines where !line.contains(" - ") {
            let fields = line.split(separator: " ")
            try #require(fields.count == 2, "\(line)")
            sections.insert(fields[0])
            if !used.contains(fields[1]) { unused.append(line) }
        }
        #expect(unused == [])
        #expect(lines.count == 718 && lines.filter { $0.contains(" - ") }.count == 72)
        #expect(sections == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "11"])
    }

    /// The words of the sections' files, comments aside.
    private func usedWords() throws -> Set<Substring> {
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasPrefix("Section") }
        #expect(files.count == 11)
        var words: Set<Substring> = []
        for file in files {
            let text = try String(contentsOf: directory.appending(path: file), encoding: .utf8)
            let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            for line in lines {
                words.formUnion(line.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) })
            }
        }
        return words
    }
}
