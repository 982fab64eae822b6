import CLibXML2
package import Foundation
import VinculaCore

/// An XML document of a stranger's, read without anything that a document can ask a parser for.
///
/// There are no document types, and so no entities and nothing external, no comments, no CDATA sections and no processing
/// instructions: what remains is elements, attributes and text, in UTF-8.
package final class XMLText: Sendable {
    /// The longest document, in bytes.
    package static let maximumLength = 256 << 10
    /// The greatest number of elements.
    static let mostElements = 5_000
    /// The greatest number of equals signs, and so of attributes. Base64 ends with some, too.
    static let mostAttributes = 2_000

    /// The reason for which a document is refused, in words.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    // A document does not change after it was read, and every pointer into it is used while it exists.
    private nonisolated(unsafe) let document: xmlDocPtr
    private nonisolated(unsafe) let rootNode: xmlNodePtr

    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// Keeps libxml2 from writing to the standard error output, on this thread.
    private static func beSilent() { clibxml2_be_silent() }

    /// - Throws: ``Refusal``.
    package init(_ data: Data) throws(Refusal) {
        guard Self.isReady, !data.isEmpty, data.count <= Self.maximumLength else {
            throw Refusal(description: "The XML is empty or longer than \(Self.maximumLength) bytes.")
        }
        guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else {
            throw Refusal(description: "The XML is not UTF-8.")
        }
        // In well-formed XML, nothing else begins with these two characters.
        guard data.firstRange(of: Data("<!".utf8)) == nil else {
            throw Refusal(description: "The XML has a document type, an entity, a comment or a CDATA section.")
        }
        // libxml2 compares each attribute of an element with the others.
        guard data.lazy.filter({ $0 == UInt8(ascii: "=") }).prefix(Self.mostAttributes + 1).count <= Self.mostAttributes else {
            throw Refusal(description: "The XML has too many attributes.")
        }
        guard let document = Self.parse(data) else { throw Refusal(description: "The XML is malformed or nested too deeply.") }
        guard let root = xmlDocGetRootElement(document) else {
            xmlFreeDoc(document)
            throw Refusal(description: "The XML has no element.")
        }
        self.document = document
        rootNode = root
        guard document.pointee.intSubset == nil, document.pointee.extSubset == nil, isPlain() else {
            throw Refusal(description: "The XML has something other than elements, attributes and text, or too much of it.")
        }
    }

    deinit { xmlFreeDoc(document) }

    var root: XMLElementNode { XMLElementNode(node: rootNode, text: self) }

    private static func parse(_ data: Data) -> xmlDocPtr? {
        beSilent()
        guard let context = xmlNewParserCtxt() else { return nil }
        defer { xmlFreeParserCtxt(context) }
        // Nothing is fetched, no entity is replaced, and the library's own limits stay.
        let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING]
            .reduce(Int32(0)) { $0 | Int32($1.rawValue) }
        let document = data.withUnsafeBytes { bytes in
            xmlCtxtReadMemory(
                context, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, "UTF-8", options)
        }
        guard let document, context.pointee.wellFormed == 1 else {
            if let document { xmlFreeDoc(document) }
            return nil
        }
        return document
    }

    /// Indicates whether the document has nothing but elements and text.
    private func isPlain() -> Bool {
        guard document.pointee.children == rootNode, rootNode.pointee.next == nil else { return false }
        var count = 0
        var waiting = [rootNode]
        while let node = waiting.popLast() {
            count += 1
            guard count <= Self.mostElements else { return false }
            var child = node.pointee.children
            while let next = child {
                switch next.pointee.type {
                case XML_ELEMENT_NODE: waiting.append(next)
                case XML_TEXT_NODE: break
                default: return false
                }
                child = next.pointee.next
            }
        }
        return true
    }

    /// Writes a part of the document in its exclusive canonical form (Exclusive XML Canonicalization 1.0, without comments).
    ///
    /// - Parameters:
    ///   - element: The part.
    ///   - omitted: An element in it that is left out.
    ///   - prefixes: The prefixes whose namespaces are written as they are in scope.
    /// - Returns: `nil` if it cannot be written.
    func canonical(_ element: XMLElementNode, without omitted: XMLElementNode? = nil, prefixes: [String] = []) -> Data? {
        Self.beSilent()
        guard let buffer = xmlAllocOutputBuffer(nil) else { return nil }
        defer { xmlOutputBufferClose(buffer) }
        var part = CanonicalPart(top: element.node, omitted: omitted?.node)
        var names: [UnsafeMutablePointer<xmlChar>?] = prefixes.map { xmlCharStrdup($0) }
        defer { for name in names { clibxml2_free(name) } }
        names.append(nil)
        let written = withUnsafeMutablePointer(to: &part) { part in
            names.withUnsafeMutableBufferPointer { names in
                xmlC14NExecute(
                    document, isInPart, part, Int32(XML_C14N_EXCLUSIVE_1_0.rawValue),
                    prefixes.isEmpty ? nil : names.baseAddress, 0, buffer)
            }
        }
        guard written >= 0, let content = xmlOutputBufferGetContent(buffer) else { return nil }
        return Data(bytes: content, count: xmlOutputBufferGetSize(buffer))
    }
}

/// A part of a document that is written in canonical form.
private struct CanonicalPart {
    var top: xmlNodePtr
    var omitted: xmlNodePtr?
}

/// Tells libxml2 whether a node belongs to a ``CanonicalPart``.
private let isInPart: @convention(c) (UnsafeMutableRawPointer?, xmlNodePtr?, xmlNodePtr?) -> Int32 = { context, node, parent in
    guard let part = context?.assumingMemoryBound(to: CanonicalPart.self).pointee, let node else { return 0 }
    // A namespace is no node of the tree: it belongs to the element that is being written.
    var next: xmlNodePtr? = node.pointee.type == XML_NAMESPACE_DECL ? parent : node
    while let here = next {
        if here == part.omitted { return 0 }
        if here == part.top { return 1 }
        next = here.pointee.parent
    }
    return 0
}
