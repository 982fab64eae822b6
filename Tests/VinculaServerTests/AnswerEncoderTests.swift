import Foundation
import IdentityToolkit
import Testing

@testable import VinculaServer

@Suite struct AnswerEncoderTests {
    private struct Inner: Codable, Equatable {
        var text: String
        var list: [Int]
    }

    private struct Everything: Codable, Equatable {
        var text = "a \"quoted\" \\ text/with\nlines\t\u{1}\u{1F} and é, 日本, 👩‍👩‍👧"
        var absent: String?
        var yes = true
        var number = -7
        var small: UInt8 = 255
        var large: Int64 = .max
        var whole: Double = 1_700_000_000_000
        var fraction = 0.25
        var empty: [String] = []
        var nested: [Inner] = [Inner(text: "", list: []), Inner(text: "x", list: [1, 2])]
        var names: [String: Inner] = ["é\"": Inner(text: "y", list: [3])]
        var gaps: [String?] = ["a", nil, "b"]
    }

    @Test func `what is written reads back as the same value`() throws {
        let bytes = try AnswerEncoder.encode(Everything())
        #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == Everything())
    }

    @Test func `Foundation writes the same, but for the order of members`() throws {
        let ours = try JSONSerialization.jsonObject(with: Data(try AnswerEncoder.encode(Everything()))) as? NSDictionary
        let theirs = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(Everything())) as? NSDictionary
        #expect(ours != nil && ours == theirs)
    }

    @Test func `members stand in the order of their properties and absent ones nowhere`() throws {
        struct Answer: Encodable {
            var b = "1"
            var none: Int?
            var a = Int64Text(2)
        }
        #expect(String(decoding: try AnswerEncoder.encode(Answer()), as: UTF8.self) == #"{"b":"1","a":"2"}"#)
    }

    @Test func `an answer without anything to say is an empty object`() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        struct Holder: Encodable { var nothing = Nothing() }
        #expect(String(decoding: try AnswerEncoder.encode(Holder()), as: UTF8.self) == #"{"nothing":{}}"#)
        #expect(String(decoding: try AnswerEncoder.encode([Int]()), as: UTF8.self) == "[]")
    }

    @Test func `nested containers close in time`() throws {
        struct Odd: Encodable {
            enum Key: CodingKey { case outer, inner, after }
            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: Key.self)
                var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
                try inner.encode(1, forKey: .inner)
                var list = inner.nestedUnkeyedContainer(forKey: .after)
                try list.encode("x")
                try list.encode([true])
                try outer.encodeNil(forKey: .after)
            }
        }
        #expect(
            String(decoding: try AnswerEncoder.encode(Odd()), as: UTF8.self)
                == #"{"outer":{"inner":1,"after":["x",[true]]},"after":null}"#)
    }

    @Test func `what is no number is refused`() {
        #expect(throws: EncodingError.self) { try AnswerEncoder.encode([Double.infinity]) }
    }
}
