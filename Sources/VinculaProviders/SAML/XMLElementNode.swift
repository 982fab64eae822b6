import CLibXML2
import Foundation

/// An element of a document.
struct XMLElementNode {
    let node: xmlNodePtr
    /// The document, which must exist for as long as the element is used.
    let text: XMLText

    static func == (left: XMLElementNode, right: XMLElementNode) -> Bool { left.node == right.node }

    /// The name without its prefix.
    var name: String { String(cString: node.pointee.name) }

    var namespace: String { node.pointee.ns.flatMap { $0.pointee.href }.map { String(cString: $0) } ?? "" }

    func isNamed(_ name: String, of namespace: String) -> Bool { self.name == name && self.namespace == namespace }

    /// The elements directly in this one, in order.
    var children: [XMLElementNode] {
        var found: [XMLElementNode] = []
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_ELEMENT_NODE { found.append(XMLElementNode(node: child, text: text)) }
            next = child.pointee.next
        }
        return found
    }

    func children(_ name: String, of namespace: String) -> [XMLElementNode] {
        children.filter { $0.isNamed(name, of: namespace) }
    }

    /// The only child with a name; `nil` if there is none or more than one.
    func child(_ name: String, of namespace: String) -> XMLElementNode? {
        let found = children(name, of: namespace)
        return found.count == 1 ? found[0] : nil
    }

    /// This element and all elements in it.
    var all: [XMLElementNode] {
        var found: [XMLElementNode] = []
        var waiting = [self]
        while let element = waiting.popLast() {
            found.append(element)
            waiting += element.children
        }
        return found
    }

    /// The value of an attribute that has no namespace.
    subscript(attribute: String) -> String? {
        guard let value = xmlGetNoNsProp(node, attribute) else { return nil }
        defer { clibxml2_free(value) }
        return String(cString: value)
    }

    /// The values of the attributes that name the element, in whatever namespace and spelling.
    var ids: [String] {
        var found: [String] = []
        var next = node.pointee.properties
        while let attribute = next {
            if String(cString: attribute.pointee.name).lowercased() == "id",
                let value = xmlNodeListGetString(node.pointee.doc, attribute.pointee.children, 1)
            {
                found.append(String(cString: value))
                clibxml2_free(value)
            }
            next = attribute.pointee.next
        }
        return found
    }

    /// The text of an element that has nothing but text; `nil` if there are elements in it.
    var content: String? {
        guard children.isEmpty else { return nil }
        guard let value = xmlNodeGetContent(node) else { return "" }
        defer { clibxml2_free(value) }
        return String(cString: value)
    }

    /// The text without white space around it.
    var trimmed: String? { content?.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Binary content, in base64 with white space.
    var base64: Data? { content.flatMap { Data(base64Encoded: $0.filter { !$0.isWhitespace }) } }
}
