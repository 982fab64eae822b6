public import Foundation
public import Security

// As far as Apple's CryptoKit is not swift-crypto. No type is `Sendable` here: whether it is depends on the SDK's release.

public enum SecureEnclave {
    public static var isAvailable: Bool { fatalError() }

    public enum P256 {
        public enum Signing {
            public struct PrivateKey {
                // The third parameter, an LAContext, has a default, too.
                public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws { fatalError() }
                public init(dataRepresentation: Data) throws { fatalError() }

                public var dataRepresentation: Data { fatalError() }
                public var publicKey: CryptoKit.P256.Signing.PublicKey { fatalError() }
                public func signature<D: DataProtocol>(for data: D) throws -> CryptoKit.P256.Signing.ECDSASignature {
                    fatalError()
                }
            }
        }
    }
}

public enum P256 {
    public enum Signing {
        public struct PublicKey {
            public var x963Representation: Data { fatalError() }
        }
        public struct ECDSASignature {
            public var rawRepresentation: Data { fatalError() }
        }
    }
}
