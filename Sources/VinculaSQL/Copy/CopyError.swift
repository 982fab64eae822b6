/// A reason why data is not copied, or databases are not compared.
package enum CopyError: Error, Hashable, Sendable {
    /// There is no database, or it has no tables.
    case absent(String)
    /// The database belongs to another program.
    case foreign(String)
    /// A newer version wrote it; the steps that this version does not know.
    case newer(String, steps: [String])
    /// An older version wrote it.
    case older(String)
    /// The target has data already; the tables that are not empty.
    case hasData(String, tables: [String])
    /// The database holds an unfinished copy, so it cannot be a source.
    case unfinished(String)
    /// The target holds an unfinished copy of something else.
    case otherSource(String)
    /// The target cannot hold these values.
    case values([String], more: Int)
    /// The databases' tables differ.
    case unknownSchema(String)
    /// The target refused rows.
    case refusedRows(table: String)
    /// The databases differ after the copy.
    case differs([String], more: Int)
}

extension CopyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .absent(let name): "There is no data in \(name)."
        case .foreign(let name): "\(name) has tables of another program. Use a database of its own for Vincula."
        case .newer(let name, let steps):
            "\(name) was written by a newer version of Vincula (unknown migrations: \(steps.joined(separator: ", "))). "
                + "Update Vincula."
        case .older(let name):
            "\(name) was written by an older version of Vincula. Start `vincula serve` on it once, which upgrades it, and stop it."
        case .hasData(let name, let tables):
            """
            \(name) has data already (\(tables.prefix(5).joined(separator: ", "))\(tables.count > 5 ? ", …" : "")). A copy goes into \
            an empty database only: create a new one, or remove the old data. If it may be a copy that was finished, compare the two with \
            `vincula database verify`.
            """
        case .unfinished(let name): "\(name) holds an unfinished copy. Finish it with `vincula database copy`."
        case .otherSource(let name):
            """
            \(name) holds an unfinished copy of another database or by an older version, or its source has been used since the copy \
            began. Begin again with --restart, which deletes the unfinished copy.
            """
        case .values(let faults, let more):
            Self.list("Nothing was copied: the target cannot hold these values. Change or delete them first.", faults, more)
        case .unknownSchema(let name):
            "The two databases differ in \(name), so this version of Vincula does not copy between them. Report this as a bug."
        case .refusedRows(let table):
            """
            The target refused rows of \(table). The source has probably been used since the copy began: begin again with --restart, \
            which deletes the unfinished copy.
            """
        case .differs(let differences, let more):
            Self.list("The two databases differ.", differences, more)
        }
    }

    private static func list(_ text: String, _ lines: [String], _ more: Int) -> String {
        ([text] + lines.map { "  \($0)" } + (more > 0 ? ["  and \(more) more"] : [])).joined(separator: "\n")
    }
}
