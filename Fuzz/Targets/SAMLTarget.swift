import Foundation
import VinculaCore
import VinculaCrypto
import VinculaProviders
import VinculaServer

/// An identity provider's answer, and its metadata. No key signed the answer, so it must never be accepted.
enum SAMLTarget {
    static func run(_ input: [UInt8]) throws {
        let data = Data(input)
        do {
            _ = try SAMLReader.read(data, keys: [])
            throw BrokenInvariant(description: "A response that nobody signed is accepted")
        } catch let error as AuthError {
            switch error {
            case .invalidIDPResponse, .providerRefused: break
            default: throw BrokenInvariant(description: "\(error) is not about the response")
            }
        }
        do {
            let metadata = try IdentityProviderMetadata(data)
            try demand(!metadata.entityID.isEmpty && !metadata.certificates.isEmpty, "Metadata without a name or a key")
        } catch is XMLText.Refusal {}
        // A document that is accepted has none of what the parser could be made to do something by.
        if (try? XMLText(data)) != nil {
            try demand(data.firstRange(of: Data("<!".utf8)) == nil, "A document with a declaration is accepted")
        }
    }
}
