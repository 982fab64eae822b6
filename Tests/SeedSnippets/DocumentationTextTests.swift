import Foundation
import Testing

/// Checks that the code in the documents is code that we compile.
@Suite struct DocumentationTextTests {
    private static let catalogue = SeedSnippet.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/VinculaAuth/VinculaAuth.docc")

    @Test func everyBlockStandsInOurFiles() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: SeedSnippet.folder.path)
            .filter { $0.hasPrefix("DocumentationSnippets") && $0.hasSuffix(".swift") }
            .map { normalized(try read(SeedSnippet.folder.appending(path: $0))).filter { !$0.isEmpty } }
        #expect(files.count == 5)
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.catalogue.path) where name.hasSuffix(".md") {
            for block in blocks(try read(Self.catalogue.appending(path: name))) {
                count += 1
                #expect(files.contains { stands(block, in: $0) }, "\(name) shows what is not compiled: \(block.first ?? "")")
            }
        }
        #expect(count == 40)
    }

    @Test func aBlockThatIsNotCompiledIsNoticed() {
        let block = blocks("Text\n```swift\nimport A\n\nlet a = 1\nprint(a)\n```\n```sh\nls\n```")
        #expect(block == [["import A", "let a = 1", "print(a)"]])
        #expect(stands(block[0], in: ["import A", "func f() {", "let a = 1", "print(a)", "}"]))
        #expect(!stands(block[0], in: ["import A", "func f() {", "let a = 1", "", "print(b)", "}"]))
        #expect(!stands(block[0], in: ["import B", "let a = 1", "print(a)"]))
    }

    /// The lines of each block of Swift, without the blank ones.
    private func blocks(_ text: String) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in normalized(text) {
            if line.hasPrefix("```") {
                if let ended = block { blocks.append(ended) }
                block = block == nil && line == "```swift" ? [] : nil
            } else if !line.isEmpty {
                block?.append(line)
            }
        }
        return blocks
    }

    /// Indicates whether a block appears in one piece, with its imports. A `static` in our file may be missing in the block.
    private func stands(_ block: [String], in lines: [String]) -> Bool {
        let lines = lines.map { $0.hasPrefix("static func ") ? String($0.dropFirst("static ".count)) : $0 }
        let (imports, code) = (block.filter { $0.hasPrefix("import ") }, block.filter { !$0.hasPrefix("import ") })
        guard imports.allSatisfy(lines.contains) else { return false }
        return code.isEmpty || lines.indices.contains { lines[$0...].starts(with: code) }
    }
}
