package import Foundation

extension AuditEntry {
    /// The record as bytes, in the one encoding that its seal is computed over: no two records have the same bytes.
    ///
    /// Every field is included, preceded by its length. This must never change: old records would no longer verify.
    package var canonical: Data {
        var data = Data("vincula audit 1".utf8)
        func add(_ number: Int64) { withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) } }
        func add(_ text: String?) {
            guard let text else { return add(-1) }
            add(Int64(text.utf8.count))
            data.append(contentsOf: text.utf8)
        }
        add(sequence)
        add(time.milliseconds)
        add(scope?.project)
        add(scope?.tenant)
        add(actor.storedKind)
        add(actor.id)
        add(action.rawValue)
        add(account?.value)
        add(clientAddress)
        add(details)
        return data
    }
}
