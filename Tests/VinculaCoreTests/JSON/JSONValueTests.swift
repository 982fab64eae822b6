import Foundation
import Testing
import VinculaCore

struct JSONValueTests {
    private func parse(_ text: String) -> JSONValue? { JSONValue.parse(Data(text.utf8)) }

    @Test(
        "each kind is read as itself",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("1", .integer(1)),
            ("-7", .integer(-7)), ("1.5", .number(1.5)), (#""1""#, .string("1")), (#""true""#, .string("true")),
            ("[]", .array([])), ("{}", .object([:])), ("9223372036854775807", .integer(.max)),
            (#"[1,"a",{"b":null}]"#, .array([1, "a", .object(["b": .null])])),
        ])
    func kinds(text: String, value: JSONValue) {
        #expect(parse(text) == value)
    }

    @Test("invalid JSON is refused", arguments: ["", " ", "{", "[1", "nul", "'a'", "{}{}", "{\"a\":1}x", "\u{0}"])
    func broken(text: String) {
        #expect(parse(text) == nil)
    }

    @Test func `invalid UTF-8 is nothing`() { #expect(JSONValue.parse(Data([0x22, 0xFF, 0x22])) == nil) }

    @Test func `accessors answer for their kind only`() {
        #expect(JSONValue.string("1").int == nil)
        #expect(JSONValue.integer(1).string == nil)
        #expect(JSONValue.integer(1).bool == nil)
        #expect(JSONValue.bool(true).int == nil)
        #expect(JSONValue.string("true").bool == nil)
        #expect(JSONValue.array([])["a"] == nil)
        #expect(JSONValue.object(["a": 1])["b"] == nil)
        #expect(JSONValue.object(["a": 1])["a"]?.int == 1)
    }

    @Test(
        "fractions are truncated, and values beyond Int64 are refused",
        arguments: [(1.9, 1), (-1.9, -1), (1e308, nil), (-1e308, nil), (Double.infinity, nil), (.nan, nil)] as [(Double, Int64?)])
    func ints(number: Double, int: Int64?) {
        #expect(JSONValue.number(number).int == int)
    }

    @Test func `the text is compact, sorted, and reads back`() throws {
        let value = JSONValue.object([
            "b": .array([1, .number(0.5), .null]), "a": .string("https://x/\"\\\n\u{1F600}"), "c": .object(["d": true]),
        ])
        #expect(value.text == #"{"a":"https://x/\"\\\n😀","b":[1,0.5,null],"c":{"d":true}}"#)
        #expect(parse(value.text) == value)
    }

    @Test func `what JSON cannot say becomes null`() { #expect(JSONValue.number(.nan).text == "null") }
}
