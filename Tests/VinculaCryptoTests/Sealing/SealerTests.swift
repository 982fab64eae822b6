import Foundation
import Testing
import VinculaCrypto

struct SealerTests {
    private let sealer = Sealer(masterKey: Data(repeating: 1, count: Sealer.keyLength))

    @Test("what is sealed opens in its place", arguments: [0, 1, 32, 5000])
    func roundTrip(length: Int) throws {
        let secret = SecureRandom.bytes(length)
        let sealed = try sealer.seal(secret, place: "here")
        #expect(try sealer.open(sealed, place: "here") == secret)
        if length >= 32 { #expect(sealed.range(of: secret) == nil) }
        #expect(try sealer.seal(secret, place: "here") != sealed)
    }

    @Test("it opens nowhere else", arguments: ["", "her", "here ", "there", "here/", "HERE"])
    func place(other: String) throws {
        let sealed = try sealer.seal(Data("secret".utf8), place: "here")
        #expect(throws: Sealer.CannotOpen.self) { try sealer.open(sealed, place: other) }
    }

    @Test func `it opens under its key only`() throws {
        let sealed = try sealer.seal(Data("secret".utf8), place: "here")
        let other = Sealer(masterKey: Data(repeating: 2, count: Sealer.keyLength))
        #expect(throws: Sealer.CannotOpen.self) { try other.open(sealed, place: "here") }
        // Nor when the key's name is forged.
        let forged = try other.seal(Data("x".utf8), place: "here").prefix(9) + sealed.dropFirst(9)
        #expect(throws: Sealer.CannotOpen.self) { try other.open(Data(forged), place: "here") }
        #expect(throws: Sealer.CannotOpen.self) { try sealer.open(Data(forged), place: "here") }
    }

    @Test func `every flipped bit is noticed`() throws {
        let sealed = try sealer.seal(Data("secret".utf8), place: "here")
        for index in sealed.indices {
            for bit in 0..<8 {
                var damaged = sealed
                damaged[index] ^= 1 << UInt8(bit)
                let wrong = damaged
                #expect(throws: Sealer.CannotOpen.self) { try sealer.open(wrong, place: "here") }
            }
        }
    }

    @Test func `every truncation and extension is noticed`() throws {
        let sealed = try sealer.seal(Data("secret".utf8), place: "here")
        for length in 0..<sealed.count {
            #expect(throws: Sealer.CannotOpen.self) { try sealer.open(sealed.prefix(length), place: "here") }
            #expect(throws: Sealer.CannotOpen.self) { try sealer.open(sealed.suffix(length), place: "here") }
        }
        #expect(throws: Sealer.CannotOpen.self) { try sealer.open(sealed + Data([0]), place: "here") }
    }

    @Test func `a slice opens as well as a copy`() throws {
        let sealed = try sealer.seal(Data("secret".utf8), place: "here")
        let slice = (Data([9, 9, 9]) + sealed).dropFirst(3)
        #expect(try sealer.open(slice, place: "here") == Data("secret".utf8))
    }

    @Test func `during a change of the key both kinds open, and what is sealed is sealed under the new one`() throws {
        let (old, new) = (Data(repeating: 1, count: Sealer.keyLength), Data(repeating: 2, count: Sealer.keyLength))
        let both = Sealer(masterKey: new, previous: old)
        let secret = Data("secret".utf8)
        let before = try sealer.seal(secret, place: "here")
        #expect(try both.open(before, place: "here") == secret)
        let after = try #require(try both.reseal(before, place: "here"))
        #expect(try both.open(after, place: "here") == secret)
        #expect(try both.reseal(after, place: "here") == nil)
        #expect(try Sealer(masterKey: new).open(after, place: "here") == secret)
        #expect(throws: Sealer.CannotOpen.self) { try sealer.open(after, place: "here") }
        #expect(throws: Sealer.CannotOpen.self) { try both.open(before, place: "there") }
        #expect(throws: Sealer.CannotOpen.self) { try both.reseal(before, place: "there") }
        let stranger = Sealer(masterKey: Data(repeating: 3, count: Sealer.keyLength))
        #expect(throws: Sealer.CannotOpen.self) { try both.open(try stranger.seal(secret, place: "here"), place: "here") }
    }

    @Test func `what is sealed under the previous key can be told by how it begins`() throws {
        let old = Data(repeating: 1, count: Sealer.keyLength)
        let both = Sealer(masterKey: Data(repeating: 2, count: Sealer.keyLength), previous: old)
        let before = try sealer.seal(Data("secret".utf8), place: "here")
        let forms = [before, Data(before.base64EncodedString().utf8), Data(before.base64URL.utf8)]
        #expect(both.previousMarkers.count == 3)
        for (form, marker) in zip(forms, both.previousMarkers) { #expect(form.starts(with: marker)) }
        let after = try both.seal(Data("secret".utf8), place: "here")
        #expect(!after.starts(with: both.previousMarkers[0]))
        #expect(sealer.previousMarkers.isEmpty)
    }
}
