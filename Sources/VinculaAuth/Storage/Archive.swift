import Foundation

/// The archive format of `NSSecureCoding` types: one JSON text under one key, so that an archive is as portable as its content.
enum Archive {
    private static let key = "vincula"

    static func encode(_ value: some Encodable, with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(value) else { return }
        coder.encode(data as NSData, forKey: key)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from coder: NSCoder) -> Value? {
        guard let data = coder.decodeObject(of: NSData.self, forKey: key) else { return nil }
        return try? JSONDecoder().decode(type, from: data as Data)
    }
}
