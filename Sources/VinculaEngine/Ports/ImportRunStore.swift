package import Foundation
package import VinculaCore

/// Read access to the imports of files.
package protocol ImportRunReads {
    func importRun(of file: Data, in scope: ProjectScope) throws -> ImportRun?
}

/// Write access to them.
package protocol ImportRunWrites: ImportRunReads {
    func insert(_ run: ImportRun, in scope: ProjectScope) throws
    func deleteImportRun(of file: Data, in scope: ProjectScope) throws
    /// Notes by one conditional write how far an import got.
    ///
    /// - Parameters:
    ///   - run: The import.
    ///   - records: The number of records that were done before.
    ///   - scope: The project.
    /// - Returns: `false` if the import is elsewhere.
    func advance(_ run: ImportRun, from records: Int64, in scope: ProjectScope) throws -> Bool
    /// Lets this store use more memory, because thousands of rows are about to be written in each transaction.
    func expectManyWrites()
}
