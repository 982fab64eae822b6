/// The state of a database's schema, compared with this version of Vincula.
package enum SchemaState: Hashable, Sendable {
    /// The file does not exist.
    case absent
    /// The database contains no table: nothing was ever written to it, or the data is lost.
    case empty
    /// The database belongs to another program.
    case foreign
    /// An older version wrote it; the migrations that it lacks.
    case older(missing: [String])
    case current
    /// A newer version wrote it, and this one cannot work on it; the migrations that this version does not know.
    case newer(unknown: [String])
}
