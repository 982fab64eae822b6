import Foundation
import Testing
import VinculaCore

struct ExportSplitterTests {
    /// Splits a text that arrives in pieces.
    private func split(_ text: String, _ format: ExportFormat = .json, pieces: Int = .max) throws -> [String] {
        try records(text, format, pieces: pieces).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func records(_ text: String, _ format: ExportFormat, pieces: Int) throws -> [ExportRecord] {
        var splitter = ExportSplitter(format)
        var found: [ExportRecord] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try splitter.read(Array(rest.prefix(pieces)), into: &found)
            rest = rest.dropFirst(pieces)
        }
        try splitter.finish(into: &found)
        return found
    }

    static let forms = [
        #"{"users": [{"a":1},{"b":[{}]}]}"#,
        #" [ {"a":1} , {"b":[{}]} ] "#,
        #"{"kind":"x","other":{"users":[{"no":1}]},"n":-1.5e3,"t":true,"users":[{"a":1},{"b":[{}]}],"nextPageToken":"users"}"#,
        #"{"kind":"users","users":[{"a":1}]}"# + "\n" + #"{"users":[{"b":[{}]}],"x":["users"]}"#,
        #"{"users":[]}{"users":[{"a":1}],"users2":[{"no":1}]}[{"b":[{}]}]"#,
    ]

    @Test(arguments: forms, [1, 2, 3, 7, 1000])
    func `records are found in every form, however the bytes arrive`(text: String, pieces: Int) throws {
        #expect(try split(text, pieces: pieces) == [#"{"a":1}"#, #"{"b":[{}]}"#])
    }

    @Test func `brackets and quotes within texts end nothing`() throws {
        let record = #"{"a":"}]{[\"","b\\":"\\","c":"\\\"}"}"#
        for pieces in 1...40 { #expect(try split("{\"users\":[\(record),\(record)]}", pieces: pieces) == [record, record]) }
    }

    @Test func `numbers count from 1, and ends are positions in the file`() throws {
        let text = #"{"users": [{"a":1},  {"b":2}]}"#
        let found = try records(text, .json, pieces: 4)
        #expect(found.map(\.number) == [1, 2] && found.map(\.end) == [18, 28])
    }

    @Test(arguments: [
        ("", ExportFault.noAccounts), ("{}", .noAccounts), (#"{"user":[{}]}"#, .noAccounts), ("x", .unexpected(at: 0)),
        (#"{"users":[{"a":1}"#, .cutOff), (#"{"users":[{"a":1"#, .cutOff), (#"{"users":[{"a":"]}"#, .cutOff),
        (#"{"users":[1]}"#, .unexpected(at: 10)), (#"{"users":[{}]}}"#, .unexpected(at: 14)), (#"{[]}"#, .unexpected(at: 1)),
        ("<html>", .unexpected(at: 0)),
    ])
    func `what is not an export is refused`(text: String, fault: ExportFault) {
        #expect(throws: fault) { try split(text) }
    }

    @Test(arguments: [ExportFormat.json, .jsonl, .csv])
    func `a record is bounded`(format: ExportFormat) throws {
        let open = format == .json ? "[{\"a\":\"" : "\""
        let long = open + String(repeating: "x", count: ExportRecord.longest)
        for pieces in [4096, Int.max] { #expect(throws: ExportFault.self) { try split(long + "\"}]", format, pieces: pieces) } }
    }

    @Test func `members beside the list are told`() throws {
        var splitter = ExportSplitter(.json)
        var found: [ExportRecord] = []
        try splitter.read(Array(#"{"kind":"k","users":[],"nextPageToken":"t"}"#.utf8), into: &found)
        #expect(splitter.otherMembers == ["kind", "nextPageToken"])
    }

    @Test func `lines are records, and empty ones are not`() throws {
        for pieces in [1, 2, 1000] {
            #expect(try split("{}\r\n\n{\"a\":\"x\"}\n{}", .jsonl, pieces: pieces) == ["{}", #"{"a":"x"}"#, "{}"])
            #expect(try split("a,\"b\nc\",\nd,e\r\n\"f\"", .csv, pieces: pieces) == ["a,\"b\nc\",", "d,e", "\"f\""])
        }
    }

    @Test(
        arguments: [
            ("a,b,", ["a", "b", ""]), ("", [""]), (#""a,b",c"#, ["a,b", "c"]), (#""say ""x""",c"#, [#"say "x""#, "c"]),
            (#""{""a"":1}","#, [#"{"a":1}"#, ""]),
            // firebase-tools leaves a quote alone that a backslash precedes.
            (#""{""a"":""x\"y""}",z"#, [#"{"a":"x\"y"}"#, "z"]),
            (#"Ana "X",b"#, [#"Ana "X""#, "b"]), (#""a"b",c"#, [#"a"b"#, "c"]), (#""a"#, nil),
        ] as [(String, [String]?)])
    func `fields`(record: String, fields: [String]?) {
        #expect(CSVFields.split(Array(record.utf8)) == fields)
    }

    @Test(arguments: ["", "plain", "a,b", "say \"x\"", "\"", "\"\"", "line\nbreak", "Ünï"])
    func `a field that is written is read again`(text: String) throws {
        let line = CSVFields.field(text) + "," + CSVFields.field(text)
        #expect(CSVFields.split(Array(line.utf8)) == [text, text])
        #expect(try split(line + "\n", .csv, pieces: 1) == (text.isEmpty ? [","] : [line]))
    }

    @Test(
        "T161 a cell is no formula, and is read as it was",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"), ("\rx", "'\rx"),
            ("\nx", "'\nx"), ("＝1", "'＝1"), ("'=1", "''=1"), ("''@", "''\u{27}@"), ("'Ana'", "'Ana'"), ("'", "'"), ("''", "''"),
            ("", ""), ("Ana", "Ana"), (" =1", " =1"), ("a=1", "a=1"), ("=\u{301}1", "'=\u{301}1"), ("\r\nx", "'\r\nx"),
        ])
    func formulas(text: String, cell: String) {
        #expect(CSVFields.withoutFormula(text).unicodeScalars.elementsEqual(cell.unicodeScalars))
        #expect(CSVFields.text(of: cell).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
}
