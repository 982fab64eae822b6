import Foundation
import IdentityToolkit
import Testing
import VinculaCore

@testable import VinculaServer

@Suite struct JSONValueDecoderTests {
    private enum Size: String, Codable { case small, large }

    private struct Inner: Codable {
        var text: String?
        var items: [String]?
        var pairs: [String: Int]?
    }

    /// Takes what cannot be read for missing.
    private struct Forgiving: Codable {
        let value: Int?

        init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Int.self) }
    }

    private struct All: Codable {
        var truth: Bool?
        var whole: Int?
        var byte: Int8?
        var word: UInt16?
        var long: Int64?
        var bits: UInt64?
        var double: Double?
        var float: Float?
        var text: String?
        var size: Size?
        var inner: Inner?
        var inners: [Inner]?
        var any: JSONValue?
        var data: Data?
        var link: URL?
        var number: Int64Text?
        var odd: Forgiving?
    }

    private struct Required: Codable {
        var text: String
        var items: [Int?]
    }

    private static let values = [
        // Not minus zero, which is zero for the parser.
        "null", "true", "0", "7", "-7", "128", "255", "65536", "1.0", "1e3", "1.5", "0.1", "1e400", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "18446744073709551615", #""""#, #""text""#, #""small""#, #""7""#,
        #""é\u0000""#, #""YWJj""#, #""https://example.com""#, "[]", "[1]",
        #"["a"]"#, #"[null]"#, "{}", #"{"text":"a"}"#, #"{"items":["a"]}"#,
        #"{"pairs":{"a":1}}"#, #"{"pairs":{"a":1.0}}"#, #"[{"text":null},{"items":[]}]"#, #"{"a":[1.0,2,{"b":null}]}"#,
    ]

    /// Reads a body as Foundation does, and as this decoder does if it dares to.
    private static func both<Value: Codable>(_ type: Value.Type, _ text: String) throws -> (theirs: String?, ours: String?) {
        func described(_ value: Value?) throws -> String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        }
        let value = try JSONParser.parse(Array(text.utf8), maximumDepth: 32, maximumValues: 1000)
        return (
            try described(try? JSONDecoder().decode(type, from: Data(text.utf8))),
            try described(JSONValueDecoder.decode(type, from: value))
        )
    }

    @Test func whateverItDecodesFoundationDecodesAlike() throws {
        let fields = [
            "truth", "whole", "byte", "word", "long", "bits", "double", "float", "text", "size", "inner", "inners", "any", "data",
            "link", "number", "odd", "unknown",
        ]
        var decoded = 0
        for field in fields {
            for value in Self.values where value != "1e400" {
                let (theirs, ours) = try Self.both(All.self, "{\"\(field)\":\(value)}")
                if let ours {
                    decoded += 1
                    #expect(ours == theirs, "\(field): \(value)")
                }
            }
        }
        // Otherwise it would be of no use.
        #expect(decoded > 150)
    }

    @Test(arguments: [
        #"{"text":"a","items":[1,null,2]}"#, #"{"text":"a"}"#, #"{"text":null,"items":[]}"#, "[]", "7", #""a""#, "null", "{}",
    ])
    func whatIsMissingIsMissingForBoth(body: String) throws {
        let (theirs, ours) = try Self.both(Required.self, body)
        #expect(ours == theirs)
    }

    @Test func numbersThatFoundationReadsDifferentlyAreLeftToIt() throws {
        #expect(try Self.both(All.self, #"{"whole":1.0}"#) == ("{\"whole\":1}", nil))
        // Nor does it matter whether somebody catches the error.
        #expect(try Self.both(All.self, #"{"odd":1.0}"#).ours == nil)
    }

    @Test func requestsOfAppsAreDecodedByIt() throws {
        let body = #"{"idToken":"a.b.c","tenantId":null}"#
        let value = try JSONParser.parse(Array(body.utf8), maximumDepth: 32, maximumValues: 1000)
        let request = try #require(JSONValueDecoder.decode(LookupRequest.self, from: value))
        #expect(request.idToken == "a.b.c")
        #expect(request.tenantId == nil)
    }
}
