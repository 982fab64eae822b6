import Foundation
import Testing

/// Checks that the code that we compile and run is the seeds' own.
@Suite struct SeedTextTests {
    @Test func everySnippetStandsInOurFilesAsInItsSeed() throws {
        let snippets = try SeedSnippet.all()
        #expect(snippets.count == 47)
        for snippet in snippets {
            let region = try region(of: snippet)
            #expect(region.contains(try snippet.expected()), "\(snippet.id) differs from its seed")
            #expect(
                (region.note != nil) == (SeedSnippet.corrections[snippet.id] != nil),
                "\(snippet.id): a comment names what was mended, and nothing else")
        }
        #expect(Set(SeedSnippet.corrections.keys).isSubset(of: snippets.map(\.id)))
    }

    @Test func aChangedLineIsNoticed() throws {
        let snippet = try #require(SeedSnippet.all().first { $0.id == "000-09" })
        let expected = try snippet.expected()
        var region = try region(of: snippet)
        let line = try #require(region.lines.firstIndex(of: "completionBlock(true)"))
        region.lines.insert("completionBlock(false)", at: line)
        #expect(!region.contains(expected))
        region.lines.removeSubrange(line...line + 1)
        #expect(!region.contains(expected))
    }

    private func region(of snippet: SeedSnippet) throws -> SnippetFile.Region {
        for suffix in ["", "Views"] {
            let file = SeedSnippet.folder.appending(path: "Snippets/Seed\(snippet.id.prefix(3))\(suffix).swift")
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            let snippets = try SnippetFile(file)
            guard let region = snippets.regions[snippet.id] else { continue }
            #expect(snippets.imports.isSuperset(of: snippet.imports), "\(snippet.id)")
            return region
        }
        throw TextError(description: "\(snippet.id) stands in no file.")
    }
}
