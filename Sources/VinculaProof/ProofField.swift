/// A member of a proof's header or claims, as far as proofs have them.
///
/// Whoever reads proofs has a JSON reader of their own, and translates: this module needs none.
package indirect enum ProofField: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case fields([String: ProofField])
    /// Anything else.
    case other

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var fields: [String: ProofField]? { if case .fields(let fields) = self { fields } else { nil } }
}
