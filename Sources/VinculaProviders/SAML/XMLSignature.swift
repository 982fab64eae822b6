import Foundation
import VinculaCore
import VinculaCrypto

/// An enveloped signature (XML Signature §4), in the one form that SAML allows (SAML 2.0 Core §5.4).
///
/// Everything else that the standard knows is refused: other transforms, several references, references to elsewhere, objects.
/// The keys that a signature names are not looked at; only configured ones count.
struct XMLSignature {
    /// The reason for which a signature is refused, in words.
    struct Refusal: Error, Hashable, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    private static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    private static let mostPrefixes = 16

    private let signature: XMLElementNode
    private let signedInfo: XMLElementNode
    private let algorithm: XMLSignatureCertificate.Algorithm
    private let infoPrefixes: [String]
    private let prefixes: [String]
    private let digest: XMLDigest
    private let digestValue: Data
    private let value: Data

    /// Reads a signature, which must be about the element that it is in.
    init(_ signature: XMLElementNode, of signed: XMLElementNode) throws(Refusal) {
        let parts = signature.children
        let names = parts.map(\.name)
        guard parts.allSatisfy({ $0.namespace == SAML.signature }), names.prefix(2) == ["SignedInfo", "SignatureValue"],
            names.count == 2 || (names.count == 3 && names[2] == "KeyInfo"), let value = parts[1].base64
        else { throw Refusal("The XML signature has parts that are not supported.") }
        let info = parts[0].children
        guard info.map(\.name) == ["CanonicalizationMethod", "SignatureMethod", "Reference"],
            info.allSatisfy({ $0.namespace == SAML.signature })
        else { throw Refusal("The XML signature must have exactly one reference.") }
        infoPrefixes = try Self.exclusivePrefixes(info[0])
        guard info[1].children.isEmpty, let named = info[1]["Algorithm"],
            let algorithm = XMLSignatureCertificate.Algorithm(rawValue: named)
        else { throw Refusal("The XML signature's algorithm is not RSA or ECDSA with SHA-256, SHA-384 or SHA-512.") }
        let reference = info[2]
        guard let id = signed["ID"], !id.isEmpty, reference["URI"] == "#" + id else {
            throw Refusal("The XML signature is not about the element that it is in.")
        }
        let steps = reference.children
        guard steps.map(\.name) == ["Transforms", "DigestMethod", "DigestValue"],
            steps.allSatisfy({ $0.namespace == SAML.signature })
        else { throw Refusal("The XML signature's reference has parts that are not supported.") }
        let transforms = steps[0].children
        guard transforms.count == 2, transforms.allSatisfy({ $0.isNamed("Transform", of: SAML.signature) }),
            transforms[0]["Algorithm"] == Self.enveloped, transforms[0].children.isEmpty
        else { throw Refusal("The XML signature has transforms other than enveloped-signature and exc-c14n.") }
        prefixes = try Self.exclusivePrefixes(transforms[1])
        guard steps[1].children.isEmpty, let digest = steps[1]["Algorithm"].flatMap(XMLDigest.init(rawValue:)),
            let digestValue = steps[2].base64
        else { throw Refusal("The XML signature's digest is not SHA-256, SHA-384 or SHA-512.") }
        self.signature = signature
        signedInfo = parts[0]
        self.algorithm = algorithm
        self.digest = digest
        self.digestValue = digestValue
        self.value = value
    }

    /// Checks the signature.
    ///
    /// - Returns: The bytes that were signed: the element without the signature, in canonical form.
    func verify(_ signed: XMLElementNode, with keys: [XMLSignatureCertificate]) throws(Refusal) -> Data {
        guard let info = signature.text.canonical(signedInfo, prefixes: infoPrefixes),
            keys.contains(where: { $0.isValid(value, of: info, by: algorithm) })
        else { throw Refusal("The XML signature is not valid, or not by a configured certificate's key.") }
        guard let bytes = signature.text.canonical(signed, without: signature, prefixes: prefixes),
            FixedTime.areEqual(digest.hash(bytes), digestValue)
        else { throw Refusal("The XML was changed after it was signed.") }
        return bytes
    }

    /// The prefixes that an exclusive canonicalisation treats as the inclusive one does.
    private static func exclusivePrefixes(_ method: XMLElementNode) throws(Refusal) -> [String] {
        guard method["Algorithm"] == exclusive else {
            throw Refusal("The XML signature has a canonicalisation or transform other than exc-c14n.")
        }
        let inner = method.children
        guard let list = inner.first else { return [] }
        guard inner.count == 1, list.isNamed("InclusiveNamespaces", of: exclusive), list.children.isEmpty else {
            throw Refusal("The XML signature's canonicalisation has parts that are not supported.")
        }
        let prefixes = (list["PrefixList"] ?? "").split(separator: " ").map(String.init)
        guard prefixes.count <= mostPrefixes, prefixes.allSatisfy({ $0.utf8.count <= 64 }) else {
            throw Refusal("The XML signature's canonicalisation names too many prefixes.")
        }
        return prefixes
    }
}
