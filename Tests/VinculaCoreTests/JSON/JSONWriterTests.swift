import Foundation
import Testing
import VinculaCore

@Suite struct JSONWriterTests {
    @Test(arguments: [
        (JSONValue.null, "null"), (true, "true"), (false, "false"), (-12, "-12"), (.number(0.5), "0.5"), (.number(3), "3"),
        (.number(1e300), "1e+300"), (.number(.infinity), "null"), ("a/b", "\"a/b\""),
        (.string("\"\\\u{08}\t\n\u{0C}\r\u{1}\u{7F}é👍"), "\"\\\"\\\\\\b\\t\\n\\f\\r\\u0001\u{7F}é👍\""),
        (.array([]), "[]"), (.array([1, .null, .array(["x"])]), "[1,null,[\"x\"]]"), (.object([:]), "{}"),
        (.object(["b": 1, "a": .object(["ä": true, "Z": 2])]), "{\"a\":{\"Z\":2,\"ä\":true},\"b\":1}"),
    ])
    func `a value is written compactly, its members in order`(value: JSONValue, text: String) {
        #expect(value.text == text)
        if text.contains("{") { #expect(JSONValue.parse(Data(text.utf8)) == value) }
    }
}
