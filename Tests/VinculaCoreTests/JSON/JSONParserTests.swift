import Foundation
import Testing
import VinculaCore

struct JSONParserTests {
    @Test(
        "what is JSON",
        arguments: [
            ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9223372036854775808)),
            ("1.5", .number(1.5)), ("1e3", .number(1000)), ("-1.25E-2", .number(-0.0125)), (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\uD83D\uDE00""#, "é😀"), ("\"é😀\"", "é😀"),
            ("[]", .array([])), ("[ 1 , [ ] ]", .array([1, .array([])])), ("{}", .object([:])),
            (#"{ "a" : 1 , "" : {"b":[null]} }"#, .object(["a": 1, "": .object(["b": .array([.null])])])),
        ] as [(String, JSONValue)])
    func json(text: String, value: JSONValue) { #expect(JSONValue.parse(Data(text.utf8)) == value) }

    @Test(
        "what is none",
        arguments: [
            "", " ", "nul", "True", "01", "-", "-01", "1.", ".5", "1e", "+1", "1e999", "NaN", "\"", "\"a", "\"\u{1}\"", #""\x""#,
            #""\u12""#, #""\u+123""#, #""\uD800""#, #""\uDC00""#, #""\uD800\u0041""#, "[", "[1,]", "[,1]", "[1 2]", "{", "{a:1}",
            #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "1 2", "{}{}",
            "\u{FEFF}{}", "'a'", String(repeating: "1", count: 41),
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
            "[" + Array(repeating: "1", count: 1000).joined(separator: ",") + "]",
        ])
    func noJSON(text: String) { #expect(JSONValue.parse(Data(text.utf8)) == nil) }

    @Test("invalid UTF-8")
    func noUTF8() {
        #expect(JSONValue.parse(Data([0x22, 0xFF, 0x22])) == nil)
        #expect(JSONValue.parse(Data([0x22, 0xED, 0xA0, 0x80, 0x22])) == nil)
    }

    @Test("what is written is read back", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let value = Self.random(depth: 3, using: &generator)
        #expect(JSONValue.parse(Data(value.text.utf8)) == value, "\(value.text)")
        let foundation = try JSONDecoder().decode(JSONValue.self, from: Data(value.text.utf8))
        #expect(foundation == value)
    }

    private static func random(depth: Int, using generator: inout SystemRandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(.random(in: -1_000_000...1_000_000, using: &generator))
        case 3: return .number(.random(in: 1..<2, using: &generator))
        case 4:
            let scalars = (0..<6).map { _ in
                ["a", "\"", "\\", "\u{1}", "é", "😀", "\n", "/"].randomElement(using: &generator) ?? ""
            }
            return .string(scalars.joined())
        case 5: return .array((0..<3).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            return .object(
                Dictionary(
                    (0..<3).map { ("\($0)", random(depth: depth - 1, using: &generator)) },
                    uniquingKeysWith: { first, _ in first }))
        }
    }
}
